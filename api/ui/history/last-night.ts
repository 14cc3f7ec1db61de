import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Activity, FruitlessSearch as Search} from '../client/schemas.ts';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Poster} from '../parts/poster.ts';
import {counted, moment, number, time, withMoments} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {store, stored} from '../state/stored.ts';
import {type Data, useData} from '../state/use-data.ts';
import {Entries} from './entries.ts';
import {nameOf, pathOf} from './what-happened.ts';

const dayMs = 86_400_000;
const seenKey = 'last-night.seen';

/** What this browser saw last; a day ago at the first look, and no more than a month. */
function lastSeen() {
	const seen = Date.parse(stored(seenKey) ?? '');
	const first = Date.now() - dayMs;
	return new Date(Number.isNaN(seen) ? first : Math.max(Math.min(seen, Date.now()), Date.now() - 30 * dayMs)).toISOString();
}

/** What was found, grabbed, refused, imported and what failed since somebody looked. */
export function View() {
	const {user} = useApp();
	const [from, setFrom] = useState(lastSeen);
	const found: Data<Activity> = useData(`api/activity${toQuery({from, limit: 100})}`, {isKept: true});
	const isDay = Date.now() - Date.parse(from) >= dayMs - 60_000;
	const look = () => {
		store(seenKey, new Date().toISOString());
		setFrom(lastSeen());
	};
	const showDay = () => setFrom(new Date(Date.now() - dayMs).toISOString());
	return html`<${ViewHead} title="Last night">
			${!isDay && html`<${Button} icon="history" label="Last 24 hours" onClick=${showDay} />`}
			${user.get()?.role === 'admin' && html`<a class="button" href=${to('settings/notifications')}>Get it every morning</a>`}
			<a class="button" href=${to('history')}>Whole history</a>
			<${Button} kind="primary" icon="check" label="Seen" onClick=${look} />
		<//>
		<${Loaded} from=${found}>${(activity: Activity) => html`<${Body} activity=${activity} onChange=${found.reload} />`}<//>`;
}

function Body({activity: {from, counts, events, searches}, onChange}: {activity: Activity; onChange: () => void}) {
	const total = counts.grabbed + counts.imported + counts.failed + counts.subtitles + counts.searched;
	if (total === 0) {
		return html`<${Empty} icon="moon" title="Nothing has happened"><p>Since ${moment(from)}, nothing was searched, grabbed or imported.</p><//>`;
	}
	return html`<p class="night-summary">${summaryOf(counts)} <span class="hint">Since ${moment(from)}.</span></p>
		${events.length > 0 && html`<${Entries} entries=${events} withLinks onChange=${onChange} />`}
		${
			searches.length > 0 &&
			html`<section class="day"><h2>Searched, and nothing grabbed</h2>
			<ul class="rows dense">${searches.map(each => html`<${InVain} key=${`${each.media?.id ?? each.title}`} search=${each} />`)}</ul></section>`
		}`;
}

/** “3 grabbed, 2 imported, 1 failed. 40 titles searched: 30 refused, 8 not found.” */
function summaryOf({grabbed, imported, failed, subtitles, searched, refused, nothing}: Activity['counts']) {
	const done = [
		`${number(grabbed)} grabbed`,
		`${number(imported)} imported`,
		failed > 0 && `${number(failed)} failed`,
		subtitles > 0 && counted(subtitles, 'subtitle'),
	].filter(Boolean);
	const results = [
		refused > 0 && `${number(refused)} with no release taken`,
		nothing > 0 && `${number(nothing)} without any release`,
	].filter(Boolean);
	return `${done.join(', ')}.${searched > 0 ? ` ${counted(searched, 'title')} searched${results.length > 0 ? `: ${results.join(', ')}` : ''}.` : ''}`;
}

const outcomes: Readonly<Record<string, {kind: 'warn' | 'bad' | 'quiet'; label: string}>> = {
	refused: {kind: 'warn', label: 'Nothing taken'},
	nothing: {kind: 'quiet', label: 'Nothing found'},
	failed: {kind: 'bad', label: 'Failed'},
	notSearched: {kind: 'warn', label: 'Not searched'},
};

function InVain({search: {title, media, status, message, timestamp}}: {search: Search}) {
	const {kind, label} = outcomes[status] ?? {kind: 'quiet' as const, label: status};
	return html`<li class="line with-poster in-vain">
		<${Poster} title=${media?.title ?? title ?? ''} url=${media?.posterUrl ?? null} />
		<div class="line-head">
			<span class="number">${time(timestamp)}</span>
			<${Badge} kind=${kind}>${label}<//>
			<span class="what">${media ? html`<a href=${to(pathOf(media))} dir="auto">${nameOf(media)}</a>` : html`<span dir="auto">${title}</span>`}
				${message && html`<span class="hint">${withMoments(message)}</span>`}</span>
		</div>
	</li>`;
}
