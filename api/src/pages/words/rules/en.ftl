### The rules pages.

rules-title = Games and their rules
rules-about = The small marks in the margin are the names of rules: a move that is refused names the rule it breaks. Marks with an I stand where the rulebook is silent or unclear, and we chose.
rules-of-before = These are earlier rules (version { $version }). Games that were recorded by them keep them.
rules-newest = Today’s rules
read-rules = Read the rules
rules-open = Open a record of this game
rules-find = Find records of this game
contents = Contents
