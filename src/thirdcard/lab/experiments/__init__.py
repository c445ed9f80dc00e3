"""Experiments: one module a question, with the formula or the estimator in its docstring."""
