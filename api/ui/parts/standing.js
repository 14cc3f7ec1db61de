import {Badge} from './blocks.js';
import {html} from './html.js';
import {distance, withMoments} from './text.js';

/**
 * Where a title stands, as the service says.
 * @typedef {'missing' | 'notAvailableYet' | 'searching' | 'found' | 'downloading' | 'importing' | 'needsYou' | 'there'} StateName
 * @typedef {{state: StateName, sentence: string, until: string | null, progress: number | null, queueId: string | null}} Standing
 * @typedef {{kind: 'ok' | 'warn' | 'bad' | 'info' | 'quiet', label: string, icon: import('./icon.js').IconName}} Look
 */

/** @type {Record<StateName, Look>} */
const badges = {
	missing: {kind: 'warn', label: 'Missing', icon: 'wanted'},
	notAvailableYet: {kind: 'quiet', label: 'Not available yet', icon: 'calendar'},
	searching: {kind: 'info', label: 'Searching', icon: 'search'},
	found: {kind: 'info', label: 'Found, waits', icon: 'history'},
	downloading: {kind: 'info', label: 'Downloading', icon: 'queue'},
	importing: {kind: 'info', label: 'Importing', icon: 'import'},
	needsYou: {kind: 'bad', label: 'Needs you', icon: 'alert'},
	there: {kind: 'ok', label: 'In the library', icon: 'check'},
};

/** @param {Standing} standing @returns {Look} */
export function badgeOf({state, progress, until}) {
	const badge = badges[state] ?? badges.missing;
	if (state === 'downloading' && progress !== null) {
		return {...badge, label: `${badge.label} ${Math.floor(progress)} %`};
	}
	return until && Date.parse(until) > Date.now() ? {...badge, label: `${badge.label} · ${distance(until)}`} : badge;
}

/** @param {{standing: Standing}} props */
export function StandingBadge({standing}) {
	const {kind, label} = badgeOf(standing);
	return html`<${Badge} kind=${kind} title=${withMoments(standing.sentence)}>${label}<//>`;
}
