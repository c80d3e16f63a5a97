// Answers of the statistics, and tables of them.

import type { Answer, Query, Schema } from "./api";
import type { Children } from "./dom";

export type Values = Answer<"/v1/statistics/{metric}">;
export type Metric = Values["metric"];
export type Figures = Values["total"];
export type Group = NonNullable<Values["groups"]>[number];
/** What the observations of a group have in common, by the ways to group. */
export type GroupKey = Group["key"];
export type StatisticalValue = GroupKey[string];
export type Bar = NonNullable<Figures["distribution"]>[number];
export type Comparison = NonNullable<Values["comparison"]>;
export type Interval = Schema<"Interval">;
export type Estimated = Schema<"Estimate">;
export type MetricKind = Metric["kind"];
/** A value and what people call it. */
export type Word = Schema<"LabelledWord">;
export type Setting = Schema<"Setting">;
export type Leaderboard = Answer<"/v1/leaderboards/{game}">;
export type PlayerStatistics = Answer<"/v1/players/{id}/statistics">;
export type Versus = Answer<"/v1/players/{id}/versus/{other}">;
export type Opponents = Answer<"/v1/players/{id}/opponents">;
export type Profile = Answer<"/v1/players/{id}">;

/** A person with an id by which others find the profile. */
export type Person = Schema<"ListedPlayer">;

/** What `table()` writes: `head` names the columns, each row has a cell for each. */
export interface Rows {
  title: string;
  head: Children[];
  rows: Children[][];
  /** Columns that are words; all others but the first are numbers. */
  words?: number[];
  /** What is said beneath. */
  notes?: string[];
}

/** The answers that figures are drawn of. */
export type DrawnPath = "/v1/statistics/{metric}" | "/v1/players/{id}/ratings/{game}";

/** What a figure asks of such an answer. */
export type DrawnQuery<P extends DrawnPath> = URLSearchParams | Query<P>;

/** Whether the player is still the one whose part of the page is wanted, when an answer comes late. */
export type IsCurrent = () => boolean;
