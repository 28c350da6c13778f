"""Many battles: one battle between two players, batches over processes, and what the results say."""
