"""The terminal client: a table drawn in characters, played by keyboard or mouse.

==========  ===================================================================
`source`    `Source`, what a table is to the screen: views, events, commands
`local`     a game within this process, against bots or alone
`remote`    a table of a server, over its socket
`identity`  who the player is for a server, kept between two runs
`follow`    a table's view after the next event
`symbols`   the symbols of the cards, drawn into character cells of any size
`canvas`    a grid of characters, each with its style
`keyboards` what stands on the keys: known layouts, and one's own
`layout`    where the cards lie for a size of the screen, and which key marks which
`cards`     one card, or a small sign of one, drawn on a canvas
`board`     the whole table, drawn on a canvas
`words`     what happened, in words for people
`screen`    the whole screen: the board, and what stands around it
`company`   what one may ask for about the others at a table, as menus
`rules`     the rules of what is played, and the keys
`pages`     what lies over the table for a while: the rules, a menu, a line to type
`app`       the application: `TableApp`
`run`       `play`, what the command calls
==========  ===================================================================

The screen knows the messages and no rules: it draws views, and sends commands to a `Source`, which
never shows it the deck or the state.  What leads from a view to what is drawn are pure functions;
only `app` and `pages` import textual, and only `remote` websockets.  May import any layer but
`cli`.  Another way to reach a table is another `Source`.
"""
