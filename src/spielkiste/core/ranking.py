"""Places and returns from standings."""

from collections.abc import Sequence


def places(standings: Sequence[int]) -> tuple[int, ...]:
    """Places as in sports: 1 + the number of those who stand better."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def returns(standings: Sequence[int], teams: Sequence[int]) -> tuple[float, ...]:
    """(Teams beaten - teams lost to) / (teams - 1) for each seat; a team stands where its best seat does."""
    best = {team: max(s for s, t in zip(standings, teams, strict=True) if t == team) for team in set(teams)}
    others = len(best) - 1
    return tuple(sum((best[team] > other) - (best[team] < other) for other in best.values()) / others for team in teams)
