/**
 * Replies of the API, as far as the page reads them. The whole contract is at `api/openapi.json`.
 *
 * @typedef {'addTitles' | 'searchReleases' | 'deleteTitles' | 'deleteFiles' | 'editTitles' | 'runTasks'} Right
 * @typedef {{id: string, username: string, role: 'admin' | 'user', rights: Record<Right, boolean>}} User
 * @typedef {{page: number, limit: number, total: number, totalPages: number}} Pagination
 *
 * @typedef {object} MediaInfo
 * @property {string | null} videoCodec
 * @property {string | null} audioCodec
 * @property {number | null} audioChannels
 * @property {string | null} resolution
 * @property {number | null} [videoBitDepth]
 * @property {string | null} [dynamicRange]
 * @property {number | null} [frameRate]
 * @property {number | null} [durationSeconds]
 * @property {string[]} [audioLanguages]
 * @property {{language: string | null, forced: boolean, hearingImpaired: boolean, format: string | null}[]} [subtitleTracks]
 *
 * @typedef {object} MediaFile
 * @property {string} id
 * @property {string} path
 * @property {number} size
 * @property {string} quality
 * @property {number} qualityScore
 * @property {string | null} [releaseTitle]
 * @property {string} dateAdded
 * @property {string | null} [releaseGroup]
 * @property {string | null} [edition]
 * @property {string[]} [languages]
 * @property {MediaInfo | null} [mediaInfo]
 *
 * @typedef {object} Title What movies and series share.
 * @property {string} id
 * @property {string} title
 * @property {string | null} originalTitle
 * @property {number | null} year
 * @property {number} metaId
 * @property {string | null} overview
 * @property {number | null} runtime
 * @property {string[]} genres
 * @property {string | null} certification
 * @property {number | null} metaRating
 * @property {number | null} [metaVoteCount]
 * @property {string | null} [imdbId]
 * @property {string | null} posterUrl
 * @property {string | null} backdropUrl
 * @property {string | null} [trailerUrl]
 * @property {readonly {url: string, type: string}[]} [images] Of a single title.
 * @property {boolean} monitored
 * @property {string} rootFolderPath
 * @property {string} qualityProfileId
 * @property {string | null} [libraryId]
 * @property {{id: string, libraryId: string | null}[]} [copies] Of a single title: each is in another library.
 * @property {string[]} [tags] Those of rules among them.
 * @property {string[]} [ruleTags]
 * @property {string | null} lastSearchTime
 * @property {string} addedAt
 *
 * @typedef {{name: string, character?: string | null, job?: string | null, metaId: number | null, pictureUrl?: string | null}} Person
 *
 * @typedef {object} OfMovie
 * @property {boolean} hasFile
 * @property {MediaFile | null} file
 * @property {string} minimumAvailability
 * @property {boolean} [isAvailable]
 * @property {string | null} [tagline]
 * @property {string | null} [website]
 * @property {string | null} [inCinemas]
 * @property {string | null} [digitalRelease]
 * @property {string | null} [physicalRelease]
 * @property {number | null} [collectionMetaId]
 * @property {string | null} [collectionTitle]
 * @property {{cast: Person[], crew: Person[]}} [credits]
 * @typedef {Title & OfMovie} Movie
 *
 * @typedef {{episodeCount: number, episodeFileCount: number, totalEpisodeCount: number, percentOfEpisodes: number}} Counts
 * @typedef {{id: string, seasonNumber: number, monitored: boolean, statistics: Counts}} Season
 *
 * @typedef {object} OfSeries
 * @property {string | null} network
 * @property {number | null} [tvMetaId]
 * @property {Person[]} [actors]
 * @property {string} status
 * @property {string} path
 * @property {boolean} seasonFolder
 * @property {string | null} [nextAiring]
 * @property {Season[]} [seasons]
 * @typedef {Title & OfSeries & Partial<Counts>} Series
 *
 * @typedef {object} Episode
 * @property {string} id
 * @property {string} seriesId
 * @property {number} seasonNumber
 * @property {number} episodeNumber
 * @property {string | null} title
 * @property {string | null} airDate
 * @property {boolean} monitored
 * @property {boolean} hasFile
 * @property {MediaFile | null} file
 * @property {{tvdb: OtherNumber | null, scene: OtherNumber | null}} [numbers]
 *
 * @typedef {{season: number, episode: number, absolute: number | null, guessed: boolean}} OtherNumber
 *
 * @typedef {object} QueueItem
 * @property {string} id
 * @property {string} title
 * @property {string} status
 * @property {'ok' | 'warning' | 'error'} trackedDownloadStatus
 * @property {string} trackedDownloadState
 * @property {string} protocol
 * @property {string} downloadClient
 * @property {string} downloadClientId
 * @property {string | null} downloadId The client's own, once it has it.
 * @property {string} indexer
 * @property {string | null} outputPath
 * @property {number} size
 * @property {number} sizeleft
 * @property {string | null} timeleft
 * @property {{title: string, messages: string[]}[]} statusMessages
 * @property {string | null} errorMessage
 * @property {string | null} movieId
 * @property {string | null} seriesId
 * @property {string} added
 * @property {string} quality
 * @property {boolean} [chosenByPerson]
 * @property {string[]} [grabbedDespite]
 * @property {number | null} seeders
 * @property {number} [progress] 0 to 100, from the events.
 *
 * @typedef {object} Release
 * @property {string} guid
 * @property {string} title
 * @property {number} size
 * @property {string} indexer
 * @property {string} indexerId
 * @property {string | null} publishDate
 * @property {string | null} infoUrl
 * @property {number | null} seeders
 * @property {number | null} leechers
 * @property {string} protocol
 * @property {{quality: string}} quality
 * @property {number} qualityScore 0 to 100.
 * @property {number} customFormatScore
 * @property {{name: string, score: number}[]} customFormats What the score consists of.
 * @property {string[]} indexerFlags
 * @property {{title: string, year: number | null, id: string} | null} mappedMovie
 * @property {{title: string, id: string} | null} mappedSeries
 * @property {{seasonNumber: number, episodeNumber: number} | null} mappedEpisode
 * @property {{reason: string, detail: string, temporary: boolean}[]} rejectionDetails
 * @property {string[]} wouldHaveWaited
 * @property {boolean} approved
 * @property {string | null} releaseGroup
 * @property {string | null} language
 * @property {'own' | 'tvdb' | 'scene' | null} [numbering]
 *
 * @typedef {{indexerId: string, indexerName: string, resultCount: number, status: string, errorMessage: string | null}} IndexerResult
 *
 * @typedef {{movieId?: string, seriesId?: string, seasonNumber?: string | null, episodeNumber?: string | null}} SearchSubject
 *
 * @typedef {object} FoundTitle At the metadata provider.
 * @property {number} metaId
 * @property {string} title
 * @property {number | null} year
 * @property {string | null} overview
 * @property {string | null} posterUrl
 * @property {boolean} inLibrary
 * @property {string | null} id In the library.
 *
 * @typedef {object} ImportCandidate
 * @property {string} id
 * @property {string} path
 * @property {string} name
 * @property {number} size
 * @property {{id: string, title: string} | null} movie
 * @property {{id: string, title: string} | null} series
 * @property {EpisodeNumbers[]} episodes
 * @property {string} quality
 * @property {string[]} languages
 * @property {string | null} releaseGroup
 * @property {{reason: string}[]} rejections
 *
 * @typedef {{id: string, seasonNumber: number, episodeNumber: number}} EpisodeNumbers
 *
 * @typedef {object} ChosenTitle What a person says a file is.
 * @property {'movie' | 'series'} kind
 * @property {string} id
 * @property {string} title
 * @property {readonly EpisodeNumbers[]} episodes Of one season. None: those that the name of the file says.
 *
 * @typedef {object} NamedTitle
 * @property {'movie' | 'series'} kind
 * @property {string} id
 * @property {string} title
 * @property {number | null} year
 * @property {string | null} posterUrl
 * @property {readonly string[]} episodes Such as S01E02.
 *
 * @typedef {object} HistoryEntry
 * @property {string} id
 * @property {string} event
 * @property {string} title
 * @property {string | null} movieId
 * @property {string | null} seriesId
 * @property {string | null} quality
 * @property {number | null} qualityScore
 * @property {string | null} downloadId
 * @property {string | null} indexer
 * @property {string | null} downloadClient
 * @property {NamedTitle | null} media
 * @property {Record<string, unknown>} data
 * @property {string} timestamp
 *
 * @typedef {{id: string, name: string, isDefault?: boolean}} Profile
 * @typedef {{id: string, path: string, accessible: boolean, freeSpace: number | null}} RootFolder
 */

export {};
