"""Reads and changes titles as Kometa and scripts do, with their libraries arrapi and pyarr.

Arguments: program (radarr or sonarr), address of the service, key.
"""

import sys
from urllib.parse import urlsplit

from arrapi import RadarrAPI, SonarrAPI
from pyarr import Radarr, Sonarr

program, address, key = sys.argv[1:]
isMovies = program == "radarr"
kometa = (RadarrAPI if isMovies else SonarrAPI)(f"{address}/{program}", key)
assert [each.name for each in kometa.quality_profile()], "there are profiles"
tag = kometa.create_tag("of-kometa")
assert tag.label == "of-kometa" and kometa.get_tag(tag.id).label == tag.label
titles = kometa.all_movies() if isMovies else kometa.all_series()
assert sorted(each.tmdbId if isMovies else each.tvdbId for each in titles) == ([603, 604] if isMovies else [42815]), titles
first = titles[0]
first.edit(tags=["of-kometa"], apply_tags="add", monitored=False)
first.reload()
assert [each.label for each in first.tags] == ["of-kometa"] and first.monitored is False, first.tags
first.edit(tags=["of-kometa"], apply_tags="remove", monitored=True)
tag.delete()
assert sorted(each.path for each in kometa.root_folder()) == ["/films", "/tv"]
assert kometa.system_status().appName == program.capitalize()

place = urlsplit(address)
script = (Radarr if isMovies else Sonarr)(place.hostname, key, port=place.port, tls=False, base_path=f"/{program}")
profiles = script.quality_profile.get()
assert profiles and all(item["allowed"] in (True, False) for each in profiles for item in each["items"])
assert script.quality_definition.get(), "there are sizes"
assert [each["implementation"] for each in script.indexer.get_schema("Torznab")] == ["Torznab"]
assert [each["name"] for each in script.indexer.get()] == ["Tracker"]
assert script.root_folder.get() and isinstance(script.system.get_health(), list)
assert script.queue.get(page_size=50)["totalRecords"] == 1
assert script.history.get(page_size=50)["totalRecords"] == 2
assert script.config.get_naming() if hasattr(script.config, "get_naming") else True
titles = script.movie.get() if isMovies else script.series.get()
assert len(titles) == (2 if isMovies else 1)
before = titles[0]
after = script.movie.update(before) if isMovies else script.series.update(before)
assert after == before, (before, after)
assert script.command.execute("RefreshMonitoredDownloads")["status"] in ("queued", "started", "completed")
