"""Reads lists as Kometa and scripts do, with their libraries arrapi and pyarr.

Arguments: program (radarr or sonarr), address of the service, key.
"""

import sys

from arrapi import RadarrAPI, SonarrAPI
from pyarr import RadarrAPI as RadarrScript
from pyarr import SonarrAPI as SonarrScript

program, address, key = sys.argv[1:]
kometa = (RadarrAPI if program == "radarr" else SonarrAPI)(f"{address}/{program}", key)
assert [each.name for each in kometa.quality_profile()], "there are profiles"
tag = kometa.create_tag("of-kometa")
assert tag.label == "of-kometa" and kometa.get_tag(tag.id).label == tag.label
tag.delete()
kometa.root_folder()
kometa.system_status()

script = (RadarrScript if program == "radarr" else SonarrScript)(f"{address}/{program}", key)
profiles = script.get_quality_profile()
assert profiles and all(item["allowed"] in (True, False) for each in profiles for item in each["items"])
assert script.get_quality_definition(), "there are sizes"
schema = script.get_indexer_schema("Torznab")
assert [each["implementation"] for each in schema] == ["Torznab"], schema
assert script.get_indexer() == []
script.get_root_folder()
script.get_health()
script.get_queue()
script.get_history()
script.get_delay_profile() if hasattr(script, "get_delay_profile") else None
naming = script.get_config_naming() if hasattr(script, "get_config_naming") else None
if naming:
    assert script.upd_config_naming(naming) == naming
assert script.get_config_ui()["uiLanguage"] == 1
assert script.get_config_host()["apiKey"] == "********"
