### Dancing Villager in English. How sentences are written: see engine/src/words/en.ftl.

## Things

meat = meat
charcoal = charcoal
dog = a dog
fire = the fire
hand-up = hand up
hand-down = hand down
flat = flat
standing = standing
leaning = leaning

## What one can do

place-dog-kind = place the new dog
throw-kind = throw the villagers
take-dogs-kind = take the dogs of the field
take-fire-kind = take the fire
foul-kind = commit a foul

## The log: moves

first-dog-placed = The first dog lies in front of { $seat }.
new-dog-placed = The new dog lies in front of { $seat }.
old-dog-placed = A dog of the field is moved in front of { $seat }.
thrown = “Here comes the dog!” The villagers land: { $landed-dots }.
landed = { $count } { $kind }
nothing-thrown = “Here comes the dog!” But nobody throws a villager.
stacked = Some villagers are stacked.
dogs-grabbed = { $takers } from the field.
taker = { $seat } takes { $dogs ->
    [one] 1 dog
   *[other] { $dogs } dogs
}
no-dog-grabbed = Nobody takes a dog.
fire-taken = { $seat } takes the fire first and is safe from the dogs.
foul = Foul! { $seat } is too hasty.
foul-touched = Foul! { $seat } touches { $touched } by mistake.

## The log: what follows

sticks-taken = { $count ->
    [one] 1 { $stick } stick is
   *[other] { $count } { $stick } sticks are
} taken off.
sticks-left = { $left ->
    [one] 1 is left.
   *[other] { $left } are left.
}
cancelled-out = { $each } hand up and { $each } hand down cancel out, so no stick is taken off.
dogs-gained = { $seat } gets { $count ->
    [one] 1 dog from the pack for 1 standing villager
   *[other] { $count } dogs from the pack for { $count } standing villagers
} and has { $dogs } now.
dog-joined = All villagers are flat, so a dog from the pack joins the field, which has { $field } dogs now.
dog-race = The meat is gone: the dogs of the field go to whoever is quickest.
fire-race = The charcoal is gone and the dogs attack: the fire goes to whoever is quickest.
dogs-taken = { $seat } has { $dogs ->
    [one] 1 dog
   *[other] { $dogs } dogs
} now.
villager-lost = { $seat } loses a villager and has { $villagers } left.
last-villager-lost = { $seat } loses their last villager.
no-dog-escaped = { $seat } has no dogs to lose and gets { $villagers } villagers back.
dogs-escaped = { $dogs ->
    [one] { $seat }'s dog runs
   *[other] { $seat }'s { $dogs } dogs run
} away to the pack, and { $seat } gets { $villagers } villagers back.
seven-dogs = { $seat } has { $dogs } dogs, so the game ends.
round-began = Round { $round } begins with all sticks and { $field ->
    [one] 1 dog
   *[other] { $field } dogs
} in the field.
game-ended = The game is over. { $winners-count ->
    [one] { $winners } wins.
   *[other] { $winners } share the win.
}

## What has a number

results-given = the number of players with a result
taken-given = the number of players whose dogs are counted
landed-quantity = the number of villagers { $kind }
taken-quantity = the number of dogs that a player took

## Refusals: the table (DV-1)

wrong-number-of-seats = Dancing Villager is for 2 to 4 players, not for { $input }.

## Refusals and breaches: the throw (DV-2)

wrong-villagers = { $seat } has { $villagers ->
    [one] 1 villager
   *[other] { $villagers } villagers
} to throw, not { $input }.
wrong-villagers-thrown = { $seat } threw { $input ->
    [0] no villager
    [one] 1 villager
   *[other] { $input } villagers
} instead of { $villagers }.

## Refusals and breaches: the race for the dogs (DV-9, DV-I3)

too-many-dogs = { $field ->
    [one] There is 1 dog
   *[other] There are { $field } dogs
} in the field, so { $input } cannot be taken.
dog-not-taken = In the race the dog of the field is always taken.
dogs-not-taken = In the race all dogs of the field are taken: { $field }, not { $input }.
dogs-left = { $left ->
    [one] 1 dog was
   *[other] { $left } dogs were
} left in the field after the race.

## Refusals and breaches: the place of the dog (DV-13)

no-new-dog = No dog was taken in the previous round, so the dogs of the field stay where they are.
dog-moved = No dog was taken in the previous round, but a dog of the field was moved.

## The board

throw-board = Round { $round }, throw { $throw }: everybody throws.
dog-race-board = The meat is gone: who is first at the dogs?
fire-race-board = The charcoal is gone: who is first at the fire?
last-race-board = Somebody had 7 dogs, so this race is the last.
over-board = The game is over. { $winners-count ->
    [one] Winner
   *[other] Winners
}: { $winners }.
charcoal-board = charcoal { $charcoal } of 3
meat-board = meat { $meat } of 5
sticks-board = Around the fire: charcoal { $charcoal } of 3, meat { $meat } of 5.
field-board = { $field ->
    [one] 1 dog
   *[other] { $field } dogs
} in the field.
field-before-board = { $field ->
    [one] 1 dog in the field,
   *[other] { $field } dogs in the field, the first
} in front of { $seat }.
seat-remark = { $villagers ->
    [one] 1 villager
   *[other] { $villagers } villagers
}, { $dogs ->
    [one] 1 dog
   *[other] { $dogs } dogs
}
place-remark = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}, { seat-remark }
seat-board = { $seat } has { $villagers ->
    [one] 1 villager
   *[other] { $villagers } villagers
} and { $dogs ->
    [one] 1 dog
   *[other] { $dogs } dogs
}.
place-board = { $seat } is { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
} with { $villagers ->
    [one] 1 villager
   *[other] { $villagers } villagers
} and { $dogs ->
    [one] 1 dog
   *[other] { $dogs } dogs
}.

## Forms

place-dog-label = Place the new dog
before-label = In front of
throw-label = Throw
stacked-label = Stacked
stacked-key = Some are stacked
take-dogs-label = Take the dogs
field-label = Dogs of the field: { $field }
take-fire-label = Take the fire
foul-label = Foul
foul-touched-label = Foul: { $touched }
## Analysis

took-lead = { $seat } goes ahead: nobody else has as many dogs.
ended-against-odds = This throw ended the round, of which the chance was { $percent }%.
dogs-graph = The dogs of each player
seat-line = { $seat }
next-throw-table = The next throw, from how these players' villagers land
throw-chance-column = chance
round-ends-row = it ends the round
meat-gone-row = the meat is gone
charcoal-gone-row = the charcoal is gone
wins-table = How often players won with so many dogs, against the most dogs of another player
won-column = won
interval-column = 95% interval
share-interval = { $low }% to { $high }%
