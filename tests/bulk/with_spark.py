"""How far bids escalate in You Cry Wolf!, by Spark from the Parquet files of `kifu observations`."""

import sys

from pyspark.sql import SparkSession, functions

spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
observations = spark.read.parquet(sys.argv[1])
bids = observations.where(
    "game = 'you_cry_wolf' AND metric = 'you_cry_wolf.bid_escalation' AND NOT irregular"
)
print(bids.agg(functions.avg("number")).first()[0])
spark.stop()
