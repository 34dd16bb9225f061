"""Loaded by the tests' workers: a session a transaction, so that there is a middle of which a worker can be robbed."""

from __future__ import annotations

from pitboss.reaudit import performers, plan

performers.STEP = 1
plan.SMALLEST = 100
