import {queueEvents} from '../client/queue-events.ts';
import type {LastSearch} from '../client/schemas.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {badgeOf, type Standing, StandingBadge} from '../parts/standing.ts';
import {counted, distance, withMoments, words} from '../parts/text.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';
import {useTitleEvents} from '../state/use-title-events.ts';

export type {LastSearch} from '../client/schemas.ts';

interface Searches {
	lastSearch: LastSearch | null;
	nextSearchAt: string | null;
	nextSearchReason: string;
}

export type TitleStatus = Standing & Searches & {id: string};

export type EpisodeStatus = Standing & {id: string; seasonNumber: number; episodeNumber: number};

export type SeriesStatus = TitleStatus & {episodes: EpisodeStatus[]; states: {state: string; count: number}[]};

/**
 * The status of a title, kept up to date: searches and files tell of themselves, and so do downloads.
 * @param path Of the title.
 * @param id Of the movie or series that events name.
 */
export function useStatus<T extends TitleStatus>(path: string, id: string): Data<T> {
	const status: Data<T> = useData(`${path}/status`);
	useTitleEvents(status.reload, title => title.id === id);
	// Of a series, only one of its downloads is known here; what is complete is imported, or needs somebody.
	const onEvent = (name: string, {id: itemId, progress}: {id: string; progress: number}): boolean | 'later' =>
		name !== 'queueItemUpdated' || progress === 100 || (itemId === status.data?.queueId && 'later');
	useEvents({...queueEvents, onEvent, read: status.reload, throttleMs: 1_000, isSparing: true});
	return status;
}

/** Why a title has no file, what was found, and what comes next; nothing for one that is there. */
export function Why({status}: {status: TitleStatus | null}) {
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

/** The sentence names the first reasons; the others are there for whoever asks. */
function Found({search: {at, byPerson, found, refused, reasons, indexers, silent}}: {search: LastSearch}) {
	return html`<details><summary>Searched ${distance(at)}${byPerson && ' by hand'}: ${counted(found, 'release')} found${found > 0 && `, ${refused} refused`}; ${indexers - silent.length} of ${counted(indexers, 'indexer')} answered</summary>
		<ul class="reasons">
			${reasons.map(({code, reason, count}) => html`<li key=${code}>${reason} <span class="number">(${count})</span></li>`)}
			${silent.map(({indexer, status, message}) => html`<li key=${indexer}>No answer of ${indexer}: ${message ?? words(status)}</li>`)}
		</ul>
	</details>`;
}
