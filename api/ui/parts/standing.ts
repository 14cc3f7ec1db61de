import type {Standing} from '../client/schemas.ts';
import {useProgress} from '../state/use-progress.ts';
import {Badge} from './blocks.ts';
import {html} from './html.ts';
import type {IconName} from './icon.ts';
import {distance, withMoments} from './text.ts';

export type {Standing} from '../client/schemas.ts';

/** Where a title stands, as the service says. */
type StateName = 'missing' | 'notAvailableYet' | 'searching' | 'found' | 'downloading' | 'importing' | 'needsYou' | 'there';

interface Look {
	kind: 'ok' | 'warn' | 'bad' | 'info' | 'quiet';
	label: string;
	icon: IconName;
}

const badges: Record<StateName, Look> = {
	missing: {kind: 'warn', label: 'Missing', icon: 'wanted'},
	notAvailableYet: {kind: 'quiet', label: 'Not available yet', icon: 'calendar'},
	searching: {kind: 'info', label: 'Searching', icon: 'search'},
	found: {kind: 'info', label: 'Found, waits', icon: 'history'},
	downloading: {kind: 'info', label: 'Downloading', icon: 'queue'},
	importing: {kind: 'info', label: 'Importing', icon: 'import'},
	needsYou: {kind: 'bad', label: 'Needs you', icon: 'alert'},
	there: {kind: 'ok', label: 'In the library', icon: 'check'},
};

export function badgeOf({state, progress, until}: Standing): Look {
	const badge = badges[state] ?? badges.missing;
	if (state === 'downloading' && progress !== null) {
		return {...badge, label: `${badge.label} ${Math.floor(progress)} %`};
	}
	return until && Date.parse(until) > Date.now() ? {...badge, label: `${badge.label} · ${distance(until)}`} : badge;
}

export function StandingBadge({standing}: {standing: Standing}) {
	const {kind, label} = badgeOf(useProgress(standing));
	return html`<${Badge} kind=${kind} title=${withMoments(standing.sentence)}>${label}<//>`;
}
