import {counted, type ItemOutcome, named} from '../searches/search-outcome.ts';
import type {ProviderResult, RatedSubtitle} from './found-subtitle.ts';

interface SubtitleFigures {
	rated: readonly RatedSubtitle[];
	providerResults: readonly ProviderResult[];
	/** For people: `en (Site, score 88)`. */
	downloaded: readonly string[];
	/** Why downloads failed. */
	failed: readonly string[];
	/** Which providers have no downloads left, and until when. */
	usedUp: readonly string[];
	/** What is still missing afterwards. */
	missing: readonly string[];
}

/** Whether at least one provider has looked for the title. */
export function wereSubtitlesSearched(results: readonly ProviderResult[]): boolean {
	return results.some(({status}) => status === 'ok');
}

/** The outcome of a search for the subtitles of a title, in a sentence or two. */
export function subtitleOutcome(figures: SubtitleFigures): ItemOutcome {
	const {status, message} = outcomeOf(figures);
	const silent = figures.providerResults.flatMap(({status: each, provider, errorMessage}) =>
		each === 'ok' ? [] : [`${provider}: ${errorMessage ?? 'no answer'}`],
	);
	const isReported = silent.length === 0 || status === 'notSearched';
	return {status, message: isReported ? message : `${message} Without an answer: ${named(silent)}`};
}

function outcomeOf({rated, providerResults, downloaded, failed, usedUp, missing}: SubtitleFigures): ItemOutcome {
	const count = `${rated.length} ${rated.length === 1 ? 'subtitle' : 'subtitles'} found`;
	const rest = missing.length === 0 ? '' : ` Still missing: ${named(missing)}.`;
	if (downloaded.length > 0) {
		return {status: 'completed', message: `${count}, downloaded: ${named(downloaded)}.${rest}`};
	}
	if (usedUp.length > 0) {
		return {status: 'notSearched', message: `${count}, not downloaded: ${named(usedUp)}`};
	}
	if (!wereSubtitlesSearched(providerResults)) {
		const reasons = providerResults.map(({provider, errorMessage}) => `${provider}: ${errorMessage ?? 'no answer'}`);
		return {status: 'notSearched', message: `No subtitle provider has answered. ${named(reasons) || 'None is enabled.'}`};
	}
	if (failed.length > 0) {
		return {status: 'failed', message: `${count}, not downloaded: ${named(failed)}`};
	}
	if (rated.length === 0) {
		return {status: 'nothing', message: 'No subtitle was found.'};
	}
	const reasons = counted(rated.flatMap(({rejections: [reason]}) => (reason === undefined ? [] : [reason])));
	return reasons.length > 0
		? {status: 'refused', message: `${count}, all refused: ${named(reasons)}`}
		: {status: 'refused', message: `${count}, but none is better.`};
}
