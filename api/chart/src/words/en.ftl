### Titles of query parameters in charts. Ids end as the API has them.

parameter-without_tag = without tag
parameter-of = of
parameter-group = group
parameter-from = from
parameter-to = to
parameter-irregular = irregular games
parameter-simulated = simulated games
parameter-opponent = opponent
