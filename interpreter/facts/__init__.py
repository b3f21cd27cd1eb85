"""Analyses of programs of rules, which passes and backends ask; they change nothing."""
