"""Reads what Home Assistant reads, with the library that it uses.

Arguments: program (radarr or sonarr), address of the face, key.
"""

import asyncio
import sys
from datetime import datetime, timedelta, timezone

from aiopyarr import ArrAuthenticationException
from aiopyarr.models.host_configuration import PyArrHostConfiguration
from aiopyarr.radarr_client import RadarrClient
from aiopyarr.sonarr_client import SonarrClient

program, address, key = sys.argv[1:]


async def main():
    client = RadarrClient if program == "radarr" else SonarrClient
    host = PyArrHostConfiguration(api_token=key, url=address)
    async with client(host_configuration=host) as arr:
        status = await arr.async_get_system_status()
        assert status.appName == program.capitalize() and status.version, status
        disks = await arr.async_get_diskspace()
        assert disks and all(isinstance(each.freeSpace, int) and each.path for each in disks), disks
        assert isinstance(await arr.async_get_failed_health_checks(), list)
        assert isinstance(await arr.async_get_commands(), list)
        roots = await arr.async_get_root_folders()
        assert [each.path for each in roots], roots
        start = datetime(2019, 1, 1, tzinfo=timezone.utc)
        if program == "radarr":
            movies = await arr.async_get_movies()
            assert sorted(each.tmdbId for each in movies) == [603, 604], movies
            with_file = next(each for each in movies if each.tmdbId == 603)
            assert with_file.hasFile and with_file.movieFile.path == "/films/603/a.mkv" and with_file.title
            queue = await arr.async_get_queue(page_size=10000)
            assert queue.totalRecords == 1 and queue.records[0].movieId == next(each.id for each in movies if each.tmdbId == 604), queue
            assert queue.records[0].trackedDownloadState == "downloading" and queue.records[0].sizeleft == 400
            days = await arr.async_get_calendar(start_date=start, end_date=start + timedelta(days=365))
            assert [each.title for each in days] and all(each.inCinemas for each in days), days
        else:
            [series] = await arr.async_get_series()
            assert series.tvdbId == 42815 and series.statistics.episodeFileCount == 1, series
            assert series.seasons and series.seasons[0].statistics.totalEpisodeCount == 2, series.seasons
            queue = await arr.async_get_queue(page_size=10000, include_series=True, include_episode=True)
            assert queue.totalRecords == 1 and queue.records[0].series.title == series.title, queue
            assert queue.records[0].episode.seasonNumber == 1 and queue.records[0].trackedDownloadState == "importBlocked"
            wanted = await arr.async_get_wanted(include_series=True, page_size=50)
            assert wanted.totalRecords == len(wanted.records) >= 1 and wanted.records[0].series.title == series.title, wanted
            start = datetime(2024, 1, 1, tzinfo=timezone.utc)
            days = await arr.async_get_calendar(start_date=start, end_date=start + timedelta(days=30), include_series=True)
            assert days and all(each.series.title == series.title and each.airDateUtc for each in days), days
            episodes = await arr.async_get_episodes(series.id, series=True)
            assert len(episodes) == 2 and sum(each.hasFile for each in episodes) == 1, episodes
    async with client(host_configuration=PyArrHostConfiguration(api_token="0" * 32, url=address)) as stranger:
        try:
            await stranger.async_get_system_status()
        except ArrAuthenticationException:
            return
        raise AssertionError("a wrong key is refused")


asyncio.run(main())
