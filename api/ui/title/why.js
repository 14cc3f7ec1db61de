import {queueEvents} from '../client/queue-events.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {badgeOf, StandingBadge} from '../parts/standing.js';
import {counted, distance, withMoments, words} from '../parts/text.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';
import {useTitleEvents} from '../state/use-title-events.js';

/**
 * @typedef {object} LastSearch
 * @property {string} at
 * @property {string} searchId
 * @property {boolean} byPerson
 * @property {string} outcome
 * @property {string} message
 * @property {number} found
 * @property {number} refused
 * @property {{code: string, reason: string, count: number}[]} reasons
 * @property {number} indexers
 * @property {{indexer: string, status: string, message: string | null}[]} silent
 */

/**
 * @typedef {import('../parts/standing.js').Standing} Standing
 * @typedef {{lastSearch: LastSearch | null, nextSearchAt: string | null, nextSearchReason: string}} Searches
 * @typedef {Standing & Searches & {id: string}} TitleStatus
 * @typedef {Standing & {id: string, seasonNumber: number, episodeNumber: number}} EpisodeStatus
 * @typedef {TitleStatus & {episodes: EpisodeStatus[], states: {state: string, count: number}[]}} SeriesStatus
 */

/**
 * The status of a title, kept up to date: searches and files tell of themselves, and so do downloads.
 * @template {TitleStatus} T
 * @param {string} path Of the title. @param {string} id Of the movie or series that events name.
 * @returns {import('../state/use-data.js').Data<T>}
 */
export function useStatus(path, id) {
	/** @type {import('../state/use-data.js').Data<T>} */
	const status = useData(`${path}/status`);
	useTitleEvents(status.reload, title => title.id === id);
	// Of a series, only one of its downloads is known here; what is complete is imported, or needs somebody.
	/** @param {string} name @param {{id: string, progress: number}} event @returns {boolean | 'later'} */
	const onEvent = (name, {id: itemId, progress}) =>
		name !== 'queueItemUpdated' || progress === 100 || (itemId === status.data?.queueId && 'later');
	useEvents({...queueEvents, onEvent, read: status.reload, throttleMs: 1_000, isSparing: true});
	return status;
}

/**
 * Why a title has no file, what was found, and what comes next; nothing for one that is there.
 * @param {{status: TitleStatus | null}} props
 */
export function Why({status}) {
	if (!status || status.state === 'there') {
		return null;
	}
	const {sentence, lastSearch, nextSearchAt, nextSearchReason, queueId} = status;
	const {kind, icon} = badgeOf(status);
	return html`<section class=${`why ${kind}`} aria-label="Why it is not in the library">
		<${Icon} name=${icon} />
		<div>
			<p><${StandingBadge} standing=${status} /> ${withMoments(sentence)}${queueId && html` <a href=${to('queue')}>Queue</a>`}</p>
			${lastSearch && html`<${Found} search=${lastSearch} />`}
			${nextSearchAt && !sentence.includes(nextSearchReason) && html`<p class="facts"><span title=${nextSearchReason}>Next search ${distance(nextSearchAt)}</span></p>`}
		</div>
	</section>`;
}

/**
 * The sentence names the first reasons; the others are there for whoever asks.
 * @param {{search: LastSearch}} props
 */
function Found({search: {at, byPerson, found, refused, reasons, indexers, silent}}) {
	return html`<details><summary>Searched ${distance(at)}${byPerson && ' by hand'}: ${counted(found, 'release')} found${found > 0 && `, ${refused} refused`}; ${indexers - silent.length} of ${counted(indexers, 'indexer')} answered</summary>
		<ul class="reasons">
			${reasons.map(({code, reason, count}) => html`<li key=${code}>${reason} <span class="number">(${count})</span></li>`)}
			${silent.map(({indexer, status, message}) => html`<li key=${indexer}>No answer of ${indexer}: ${message ?? words(status)}</li>`)}
		</ul>
	</details>`;
}
