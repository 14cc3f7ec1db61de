import {html} from '../parts/html.ts';
import {Icon, type IconName} from '../parts/icon.ts';
import {Poster} from '../parts/poster.ts';
import {badgeOf} from '../parts/standing.ts';
import {to} from '../state/route.ts';
import {useProgress} from '../state/use-progress.ts';
import type {Selection} from './selection.ts';

interface Standing {
	tone: string;
	text: string;
	icon: IconName;
}

export function standingOf(title: any, kind: 'movies' | 'series'): Standing {
	const {state} = title.standing ?? {};
	if (
		state &&
		state !== 'there' &&
		(kind === 'movies' || !['missing', 'notAvailableYet'].includes(state)) &&
		(title.monitored || state !== 'missing')
	) {
		const {kind: tone, label: text, icon} = badgeOf(title.standing);
		return {tone, text, icon};
	}
	if (kind === 'series') {
		const {episodeFileCount = 0, episodeCount = 0} = title;
		if (episodeCount === 0) {
			return {tone: 'quiet', text: 'No episode has aired', icon: 'tv'};
		}
		const text = `${episodeFileCount}/${episodeCount}`;
		return {tone: episodeFileCount >= episodeCount ? 'ok' : title.monitored ? 'warn' : 'quiet', text, icon: 'tv'};
	}
	if (title.hasFile) {
		return {tone: 'ok', text: title.file?.quality ?? 'In the library', icon: 'check'};
	}
	return title.monitored ? {tone: 'warn', text: 'Missing', icon: 'wanted'} : {tone: 'quiet', text: 'Not monitored', icon: 'eyeOff'};
}

/** Where a title stands now. */
export function useStanding(title: any, kind: 'movies' | 'series'): Standing {
	return standingOf({...title, standing: useProgress(title.standing)}, kind);
}

interface CardProps {
	title: any;
	kind: 'movies' | 'series';
	/** Name of its library, if there are several. */
	libraryName: string | null;
	position: number;
	count: number;
	selection: Selection | null;
}

export function Card({title, kind, libraryName, position, count, selection}: CardProps) {
	const {tone, text} = useStanding(title, kind);
	const isPicked = selection?.has(title.id) ?? false;
	const content = html`<div class="frame"><${Poster} title=${title.title} url=${title.posterUrl} />
				${isPicked && html`<span class="corner picked"><${Icon} name="check" /></span>`}
				${!title.monitored && html`<span class="corner" title="Not monitored"><${Icon} name="eyeOff" /></span>`}
				${libraryName && html`<span class="shelf" title="Its library">${libraryName}</span>`}
				${kind === 'series' && html`<span class="share"><span class=${tone} style=${{width: `${title.percentOfEpisodes ?? 0}%`}} /></span>`}
			</div>
			<span class="name" dir="auto" title=${title.title}>${title.title}</span>
			<span class="about"><span class=${`dot ${tone}`} /><span title=${kind === 'series' ? 'Episodes in the library, of those that have aired' : undefined}>${title.year ?? 'No year'} · ${text}${kind === 'series' && html`<span class="hidden"> episodes</span>`}</span></span>`;
	return html`<li class="card" aria-posinset=${position} aria-setsize=${count}>${
		selection
			? html`<button type="button" aria-pressed=${isPicked} onClick=${(event: MouseEvent) => selection.pick(title.id, position - 1, event.shiftKey)}>${content}</button>`
			: html`<a href=${to(`${kind}/${title.id}`)}>${content}</a>`
	}</li>`;
}

/** As high as a card, until it is there. */
export function CardGhost() {
	return html`<li class="card ghost" aria-hidden="true"><div class="frame"><div class="poster" /></div><span class="name" /><span class="about" /></li>`;
}
