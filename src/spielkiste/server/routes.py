"""All addresses but the live ones, and what stands behind them."""

from starlette.routing import Route

from spielkiste.server import game_pages, hand_in, me_pages, replay_pages, table_pages, tips
from spielkiste.server.pages import changed, posted, shown


def routes() -> list[Route]:
    """All addresses but the live ones."""
    return [
        Route("/", shown(game_pages.home)),
        Route("/games/{slug}", shown(game_pages.game)),
        Route("/games/{slug}/picture.svg", shown(game_pages.picture)),
        Route("/games/{slug}/rules", shown(game_pages.rules)),
        Route("/games/{slug}/first", shown(game_pages.first)),
        Route("/faces/{slug}.svg", shown(game_pages.portrait)),
        Route("/games/{slug}/new", shown(table_pages.new)),
        Route("/tables", changed(table_pages.open_table), methods=["POST"]),
        Route("/j/{token}", shown(table_pages.join)),
        Route("/w/{token}", shown(table_pages.join)),
        Route("/t/{id}", shown(table_pages.table)),
        Route("/t/{id}/leave", shown(table_pages.ask_leave)),
        Route("/t/{id}/leave", changed(table_pages.leave), methods=["POST"]),
        Route("/t/{id}/record.json", shown(table_pages.record)),
        Route("/t/{id}/tip", shown(tips.give_tip)),
        Route("/t/{id}/lamp", shown(tips.show_lamp)),
        Route("/t/{id}/replay", shown(replay_pages.to_replay)),
        Route("/r/{token}", shown(replay_pages.replay)),
        Route("/r/{token}/frames", shown(replay_pages.replay_frames)),
        Route("/r/{token}/record.json", shown(replay_pages.replay_record)),
        Route("/r/{token}/review", shown(replay_pages.review)),
        Route("/r/{token}/play", changed(replay_pages.play_on), methods=["POST"]),
        Route("/replay", shown(replay_pages.loading)),
        Route("/replay/frames", shown(replay_pages.loaded_frames), methods=["POST"]),
        Route("/pocket/hand-in", posted(hand_in.hand_in), methods=["POST"]),
        Route("/mine", shown(game_pages.mine)),
        Route("/t/{id}/remove", changed(table_pages.remove), methods=["POST"]),
        Route("/me", shown(me_pages.me)),
        Route("/me/export", shown(me_pages.export)),
        Route("/me/name", changed(me_pages.set_name), methods=["POST"]),
        Route("/me/lang", changed(me_pages.set_lang), methods=["POST"]),
        Route("/me/link", changed(me_pages.device_link), methods=["POST"]),
        Route("/me/devices", changed(me_pages.log_out_others, own=True), methods=["POST"]),
        Route("/me/erase", changed(me_pages.erase, own=True), methods=["POST"]),
        Route("/me/{token}", shown(me_pages.ask_device_link)),
        Route("/me/{token}", changed(me_pages.use_device_link), methods=["POST"]),
    ]
