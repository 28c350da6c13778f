"""Many battles between two armies, fought by the computer as a job."""
