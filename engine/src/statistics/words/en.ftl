### Texts that metrics of several games share. Ids end as the API has them.

dimension-round = Round
    .definition = The number of the round in its game, from 1.

dimension-other_seat = Other seat
    .definition = The seat that was called, audited or voted for; where the value is of that seat, the one that did it. None where it was no seat.

unit-share = share (0 to 1)

verdict-certain = certain
verdict-likely = at least one half
verdict-unlikely = less than one half
verdict-impossible = impossible
