"""Messages a page would never send, sent from inside the page with its own cookie: refused, and nothing changes."""

from typing import Any

from browser.conftest import Invite
from browser.people import Person, sit_down

# Opens a second connection as this person, says hello and all messages in turn; the answer to each.
TALK = """(messages) => new Promise((done, failed) => {
    const socket = new WebSocket(document.body.dataset.live.replace(/^/, location.origin.replace(/^http/, "ws")));
    const answers = [];
    const waiting = [{ id: crypto.randomUUID(), do: "hello", last: -1, lang: "en" }, ...messages];
    const next = () => {
        if (waiting.length) return socket.send(JSON.stringify(waiting.shift()));
        socket.close();
        done(answers.slice(1));
    };
    socket.onopen = next;
    socket.onerror = () => failed(new Error("no connection"));
    socket.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.is === "update") return;
        answers.push(message);
        next();
    };
})"""


def say(person: Person, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = person.page.evaluate(TALK, list(messages))
    return answers


def moves(person: Person) -> int:
    return person.page.locator("#log-list li").count()


def sees(person: Person, count: int) -> None:
    """Waits until so many moves are on the page."""
    person.waits_until(lambda _: moves(person) == count)


def a_move(person: Person) -> dict[str, Any]:
    """A move that the person may make now, as the page knows it."""
    board = next(update["board"] for update in reversed(person.updates) if "board" in update)
    return {"do": "play", "seat": board["seat"], "move": board["paths"][0][0], "after": person.updates[-1]["number"]}


def test_another_seat_and_a_turn_too_early(invite: Invite) -> None:
    anna, bob = invite("Anna", lang="de"), invite("Bob", lang="en")
    sit_down(anna, bob, "torris")
    anna.page.reload()
    anna.arrives()
    hers = a_move(anna)
    stolen, early = say(bob, {**hers, "id": "one"}, {**hers, "id": "two", "seat": 1})
    assert (stolen["is"], stolen["why"]) == ("refused", "That is not your seat.")
    assert (early["is"], early["why"]) == ("refused", "It is not your turn.")
    (nonsense,) = say(anna, {**hers, "id": "three", "move": "z9-z9"})
    assert (nonsense["is"], nonsense["why"]) == ("refused", "That move is not possible now.")
    (made,) = say(anna, {**hers, "id": "four"})
    assert made["is"] == "ack"
    sees(anna, 1)
    sees(bob, 1)


def test_a_message_sent_again_counts_once(invite: Invite) -> None:
    anna, bob = invite("Anna", lang="de"), invite("Bob", lang="en")
    sit_down(anna, bob, "torris")
    anna.page.reload()
    anna.arrives()
    message = {**a_move(anna), "id": "the-same"}
    first, second = say(anna, message, message)
    assert first["is"] == second["is"] == "ack"
    assert first["number"] == second["number"]
    sees(bob, 1)
    while moves(bob) < 2:
        if touchable := bob.looks().touchable:
            bob.touches(touchable[0])
    (again,) = say(anna, message)
    assert (again["is"], again["number"]) == ("ack", first["number"])
    sees(anna, 2)
    assert moves(bob) == 2
