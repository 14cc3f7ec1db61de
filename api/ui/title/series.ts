import type {Series} from '../client/types.ts';
import {Badge, Loaded, Tabs} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {capital} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTitleEvents} from '../state/use-title-events.ts';
import {Downloads} from './downloads.ts';
import {HistoryOf} from './history-of.ts';
import {People} from './people.ts';
import {Releases} from './releases.ts';
import {SeasonOf} from './season.ts';
import {TitleActions} from './title-actions.ts';
import {TitleHead} from './title-head.ts';
import {Versions} from './versions.ts';
import {type EpisodeStatus, type SeriesStatus, useStatus, Why} from './why.ts';

/** @param maySearch Whether whoever is logged in may search for releases. */
const tabsOf = (maySearch: boolean) => [
	{value: '', label: 'Seasons'},
	...(maySearch ? [{value: 'releases', label: 'Releases'}] : []),
	{value: 'history', label: 'History'},
];

export function View({params, query}: ViewProps) {
	const {may} = useApp();
	const series: Data<Series> = useData(`api/library/series/${encodeURIComponent(params['id'] ?? '')}`);
	const status: Data<SeriesStatus> = useStatus(`api/library/series/${encodeURIComponent(params['id'] ?? '')}`, params['id'] ?? '');
	useTitleEvents(series.reload, title => title.id === params['id']);
	const tab = query.get('tab') ?? '';
	return html`<${Loaded} from=${series}>${(data: Series) => html`
		<${TitleHead} kind="series" title=${data} extra=${[data.network]} badges=${html`<${Standing} series=${data} />`}>
			<${TitleActions} kind="series" title=${data} onChange=${series.reload} />
		<//>
		<${Why} status=${status.data} />
		<${Versions} kind="series" title=${data} onChange=${series.reload} />
		<${Downloads} filter=${{seriesId: data.id}} onImported=${series.reload} />
		<${Tabs} label="Parts of this page" value=${tab} choices=${tabsOf(may('searchReleases'))} onChange=${(value: string) => changeQuery({tab: value, season: null, episode: null})} />
		<section class="tab">
			${tab === '' && html`<${Seasons} series=${data} states=${status.data?.episodes} onChange=${series.reload} /><${People} cast=${data.actors} />`}
			${tab === 'releases' && may('searchReleases') && html`<${Releases} subject=${{seriesId: data.id, seasonNumber: query.get('season'), episodeNumber: query.get('episode')}} />`}
			${tab === 'history' && html`<${HistoryOf} filter=${{seriesId: data.id}} />`}
		</section>`}<//>`;
}

/** The latest season first; specials last. */
function Seasons({series, states = [], onChange}: {series: Series; states: EpisodeStatus[] | undefined; onChange: () => void}) {
	const stateOf = new Map(states.map(each => [each.id, each]));
	const seasons = [...(series.seasons ?? [])].sort((a, b) => (b.seasonNumber || -1) - (a.seasonNumber || -1));
	return html`<div class="seasons">${seasons.map(
		(season, index) =>
			html`<${SeasonOf} key=${season.id} seriesId=${series.id} season=${season} isFirst=${index === 0} stateOf=${stateOf} onChange=${onChange} />`,
	)}</div>`;
}

function Standing({series}: {series: Series}) {
	const counts = (series.seasons ?? []).map(({statistics}) => statistics);
	const files = counts.reduce((sum, each) => sum + each.episodeFileCount, 0);
	const wanted = counts.reduce((sum, each) => sum + each.episodeCount, 0);
	return html`<${Badge} kind=${series.status === 'continuing' ? 'info' : 'quiet'}>${capital(series.status)}<//> <${Badge} kind=${files >= wanted ? 'ok' : 'warn'}>${files} of ${wanted} episodes<//>`;
}
