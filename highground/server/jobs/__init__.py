"""Jobs: work that takes longer than a request, with progress, cancelling and a time limit.

The table is what counts: a job is what its row says, and the worker that changes the row's state in a single statement
has it. taskiq only carries the ids to where jobs run, so a lost or doubled message does no harm. The work itself runs
in a process of its own that can be ended at any moment.
"""
