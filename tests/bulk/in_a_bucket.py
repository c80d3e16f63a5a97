"""Writes an archive into a bucket again and again, and reads it from there.

Usage: tests/bulk/in_a_bucket.py FOLDER STORAGE; the folder has the records as games.jsonl, STORAGE is the environment with
the packages of storage.txt. The bucket is that of a server on this machine that speaks S3.
"""

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pyarrow.dataset
from pyarrow.fs import FileSelector, S3FileSystem

ROOT = Path(__file__).resolve().parents[2]
KEYS = {"AWS_ACCESS_KEY_ID": "tests", "AWS_SECRET_ACCESS_KEY": "tests", "AWS_REGION": "us-east-1"}
DIGESTS = """SELECT game, metric, count(*), round(sum(number), 6), min(record), max(record)
             FROM observations GROUP BY ALL ORDER BY ALL"""


def main() -> int:
    folder, programs = Path(sys.argv[1]), Path(sys.argv[2]) / "bin"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(folder / "bucket.log", "w") as log:
        storage = subprocess.Popen([programs / "moto_server", "-H", "127.0.0.1", "-p", str(port)], stdout=log, stderr=log)
    try:
        wait_for(port)
        check(folder, port)
        subprocess.run([programs / "python", Path(__file__).with_name("duckdb_in_a_bucket.py"), str(port)], check=True)
    finally:
        storage.terminate()
        storage.wait()
    return 0


def wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit("the object storage did not start")


def check(folder: Path, port: int) -> None:
    kifu = os.environ.get("KIFU_BIN", ROOT / "target/debug/kifu")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("KIFU_", "AWS_"))}
    environment |= KEYS | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
    storage = S3FileSystem(
        access_key="tests",
        secret_key="tests",
        endpoint_override=f"127.0.0.1:{port}",
        scheme="http",
        allow_bucket_creation=True,
    )
    storage.create_dir("archive")

    def run(*arguments: str) -> str:
        command = [kifu, "--data-dir", folder / "bucket-data", "--log", "error", *arguments]
        ended = subprocess.run(command, env=environment, capture_output=True, text=True)
        if ended.returncode != 0:
            sys.exit(f"{arguments} ended with {ended.returncode}: {ended.stderr}")
        return ended.stderr

    def renew() -> list[int]:
        """How many files were written, left alone, removed."""
        return [int(number) for number in re.findall(r"\d+", run("observations", "s3://archive/kifu/").splitlines()[-1])]

    def objects() -> dict:
        found = storage.get_file_info(FileSelector("archive/kifu", recursive=True))
        return {info.path: info.mtime for info in found if info.is_file}

    run("import", str(with_older_games(folder)))
    files, unchanged, removed = renew()
    first = objects()
    expect((unchanged, removed, len(first)) == (0, 0, files), f"the first time: {files}, {unchanged}, {removed}")
    expect(any("month=2025-03" in path for path in first), f"no file of an older month: {sorted(first)}")
    expect(renew() == [0, files, 0], "what is unchanged was written again")
    # Times of objects have whole seconds.
    time.sleep(1.1)
    run("simulate", "--game", "bremen", "--count", "3", "--seed", "99")
    storage.create_dir("archive/kifu/game=bremen/month=1999-01")
    with storage.open_output_stream("archive/kifu/game=bremen/month=1999-01/observations.parquet") as stray:
        stray.write(b"nothing that is still there")
    written, unchanged, removed = renew()
    # This month's file of one game, which the first time may have had none of.
    expect((written, removed) == (1, 1), f"after three games: {written} written, {unchanged} left, {removed} removed")
    second = objects()
    changed = [path for path, at in second.items() if first.get(path) != at]
    expect(len(changed) == 1 and "/game=bremen/" in changed[0], f"changed: {changed}")
    expect(all("month=2025-03" not in path for path in changed), "a month that is over was written again")

    run("observations", str(folder / "beside"))
    in_bucket = pyarrow.dataset.dataset("archive/kifu", filesystem=storage, partitioning="hive", format="parquet")
    read = duckdb.connect()
    read.register("observations", in_bucket)
    from_bucket = read.sql(DIGESTS).fetchall()
    read.unregister("observations")
    read.sql(f"CREATE VIEW observations AS FROM read_parquet('{folder}/beside/*/*/*.parquet', hive_partitioning = true)")
    from_folder = read.sql(DIGESTS).fetchall()
    expect(len(from_folder) > 50 and from_bucket == from_folder, "the bucket says otherwise than the folder")
    check_hours(folder, storage, run, from_folder)
    print(f"bucket: {len(second)} files, one written again after three games, {len(from_bucket)} metrics as in a folder")


def check_hours(folder: Path, storage: S3FileSystem, run, from_months: list) -> None:
    """The same archive with a file for each hour in which games were played: a game more changes one of them. Then one for each day."""

    def renew() -> list[int]:
        said = run("observations", "s3://archive/hours", "--file-period", "hour").splitlines()[-1]
        return [int(number) for number in re.findall(r"\d+", said)]

    def read(table: str) -> list:
        connection = duckdb.connect()
        connection.register("observations", pyarrow.dataset.dataset(
            "archive/hours", filesystem=storage, partitioning="hive", format="parquet"))
        return connection.sql(table).fetchall()

    files = renew()[0]
    expect(renew() == [0, files, 0], "files of hours that are unchanged were written again")
    names = {Path(info.path).name for info in storage.get_file_info(FileSelector("archive/hours", recursive=True)) if info.is_file}
    expect("observations-14T15.parquet" in names, f"no file of the hour in which games were played: {sorted(names)}")
    expect(read(DIGESTS) == from_months, "files of hours say otherwise than files of months")
    run("simulate", "--game", "bremen", "--count", "1", "--seed", "77")
    written, unchanged, removed = renew()
    # Where an hour has begun since, the game has a file of its own.
    expect((written, removed) == (1, 0) and unchanged in (files - 1, files), f"after a game: {written}, {unchanged}, {removed}")
    run("observations", str(folder / "days"), "--file-period", "day")
    days = f"read_parquet('{folder}/days/*/*/*.parquet', hive_partitioning = true)"
    expect(read(DIGESTS) == duckdb.sql(DIGESTS.replace("observations", days)).fetchall(), "files of days say otherwise")
    print(f"bucket: {files} files of hours, one written again after a game")


def with_older_games(folder: Path) -> Path:
    """The records, as if every third had been played in March 2025."""
    records = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for record in records[::3]:
        record.setdefault("details", {})["played_at"] = "2025-03-14T15:00:00Z"
    path = folder / "older.jsonl"
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    return path


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        sys.exit(otherwise)


if __name__ == "__main__":
    sys.exit(main())
