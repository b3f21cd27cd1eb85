"""Data sets of games for machine learning, as Parquet files (docs/dataset.md). Needs pyarrow: `ludparse[dataset]`."""
