"""What games came to over time: figures of people, ratings, leader boards.

`counting` works out every game once after its end, `ratings` says what a game changes, `figures`
adds a person's games up, `answers` is the JSON of it, and `routes` answers.  What a single game
came to is worked out by `thirdcard.game.results`; the rows are kept by
`thirdcard.server.store.sql_statistics`.
"""
