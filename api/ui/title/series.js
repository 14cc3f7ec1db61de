import {Badge, Loaded, Tabs} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {capital} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {changeQuery} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useTitleEvents} from '../state/use-title-events.js';
import {Downloads} from './downloads.js';
import {HistoryOf} from './history-of.js';
import {People} from './people.js';
import {Releases} from './releases.js';
import {SeasonOf} from './season.js';
import {TitleActions} from './title-actions.js';
import {TitleHead} from './title-head.js';
import {Versions} from './versions.js';
import {useStatus, Why} from './why.js';

/** @typedef {import('../client/types.js').Series} Series */

/** @param {boolean} maySearch Whether whoever is logged in may search for releases. */
const tabsOf = maySearch => [
	{value: '', label: 'Seasons'},
	...(maySearch ? [{value: 'releases', label: 'Releases'}] : []),
	{value: 'history', label: 'History'},
];

/** @param {import('../state/route.js').ViewProps} props */
export function View({params, query}) {
	const {may} = useApp();
	/** @type {import('../state/use-data.js').Data<Series>} */
	const series = useData(`api/library/series/${encodeURIComponent(params['id'] ?? '')}`);
	/** @type {import('../state/use-data.js').Data<import('./why.js').SeriesStatus>} */
	const status = useStatus(`api/library/series/${encodeURIComponent(params['id'] ?? '')}`, params['id'] ?? '');
	useTitleEvents(series.reload, title => title.id === params['id']);
	const tab = query.get('tab') ?? '';
	return html`<${Loaded} from=${series}>${(/** @type {Series} */ data) => html`
		<${TitleHead} kind="series" title=${data} extra=${[data.network]} badges=${html`<${Standing} series=${data} />`}>
			<${TitleActions} kind="series" title=${data} onChange=${series.reload} />
		<//>
		<${Why} status=${status.data} />
		<${Versions} kind="series" title=${data} />
		<${Downloads} filter=${{seriesId: data.id}} onImported=${series.reload} />
		<${Tabs} label="Parts of this page" value=${tab} choices=${tabsOf(may('searchReleases'))} onChange=${(/** @type {string} */ value) => changeQuery({tab: value, season: null, episode: null})} />
		<section class="tab">
			${tab === '' && html`<${Seasons} series=${data} states=${status.data?.episodes} onChange=${series.reload} /><${People} cast=${data.actors} />`}
			${tab === 'releases' && may('searchReleases') && html`<${Releases} subject=${{seriesId: data.id, seasonNumber: query.get('season'), episodeNumber: query.get('episode')}} />`}
			${tab === 'history' && html`<${HistoryOf} filter=${{seriesId: data.id}} />`}
		</section>`}<//>`;
}

/**
 * The latest season first; specials last.
 * @param {{series: Series, states: import('./why.js').EpisodeStatus[] | undefined, onChange: () => void}} props
 */
function Seasons({series, states = [], onChange}) {
	const stateOf = new Map(states.map(each => [each.id, each]));
	const seasons = [...(series.seasons ?? [])].sort((a, b) => (b.seasonNumber || -1) - (a.seasonNumber || -1));
	return html`<div class="seasons">${seasons.map(
		(season, index) =>
			html`<${SeasonOf} key=${season.id} seriesId=${series.id} season=${season} isFirst=${index === 0} stateOf=${stateOf} onChange=${onChange} />`,
	)}</div>`;
}

/** @param {{series: Series}} props */
function Standing({series}) {
	const counts = (series.seasons ?? []).map(({statistics}) => statistics);
	const files = counts.reduce((sum, each) => sum + each.episodeFileCount, 0);
	const wanted = counts.reduce((sum, each) => sum + each.episodeCount, 0);
	return html`<${Badge} kind=${series.status === 'continuing' ? 'info' : 'quiet'}>${capital(series.status)}<//> <${Badge} kind=${files >= wanted ? 'ok' : 'warn'}>${files} of ${wanted} episodes<//>`;
}
