import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {unknownParsedQuality} from '#shared/domain/release/parsed-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';

/** A release of no title, which nobody has judged. */
export const unjudged = (release: FoundRelease): JudgedRelease => ({
	release,
	judgement: {
		...{quality: 'Unknown', qualityScore: 0, formatScore: 0, formatIds: [], parsedQuality: unknownParsedQuality},
		...{releaseGroup: null, edition: null, languages: [], releaseTraits: null},
	},
	...{approved: false, temporarilyRejected: false, rejections: [], rejectionDetails: [], wouldHaveWaited: []},
	...{mappedMovie: null, mappedSeries: null, mappedEpisode: null, episodeIds: []},
});
