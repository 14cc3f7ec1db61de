import {Badge, Loaded, Tabs} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {StandingBadge} from '../parts/standing.js';
import {useApp} from '../state/app-state.js';
import {changeQuery} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useTitleEvents} from '../state/use-title-events.js';
import {Downloads} from './downloads.js';
import {FileOf} from './file.js';
import {HistoryOf} from './history-of.js';
import {People} from './people.js';
import {Releases} from './releases.js';
import {Subtitles} from './subtitles.js';
import {TitleActions} from './title-actions.js';
import {TitleHead} from './title-head.js';
import {Versions} from './versions.js';
import {useStatus, Why} from './why.js';

/** @typedef {import('../client/types.js').Movie} Movie */

/** @param {boolean} maySearch Whether whoever is logged in may search for releases. */
const tabsOf = maySearch => [
	{value: '', label: 'Files'},
	...(maySearch ? [{value: 'releases', label: 'Releases'}] : []),
	{value: 'history', label: 'History'},
];

/** @param {import('../state/route.js').ViewProps} props */
export function View({params, query}) {
	const {may} = useApp();
	/** @type {import('../state/use-data.js').Data<Movie>} */
	const movie = useData(`api/library/movies/${encodeURIComponent(params['id'] ?? '')}`);
	/** @type {import('../state/use-data.js').Data<import('./why.js').TitleStatus>} */
	const status = useStatus(`api/library/movies/${encodeURIComponent(params['id'] ?? '')}`, params['id'] ?? '');
	useTitleEvents(movie.reload, title => title.id === params['id']);
	const tab = query.get('tab') ?? '';
	return html`<${Loaded} from=${movie}>${(/** @type {Movie} */ data) => html`
		<${TitleHead} kind="movies" title=${data} badges=${html`<${Standing} movie=${data} status=${status.data} />`}>
			<${TitleActions} kind="movies" title=${data} onChange=${movie.reload} />
		<//>
		<${Why} status=${status.data} />
		<${Versions} kind="movies" title=${data} />
		<${Downloads} filter=${{movieId: data.id}} said=${status.data?.sentence} onImported=${movie.reload} />
		<${Tabs} label="Parts of this page" value=${tab} choices=${tabsOf(may('searchReleases'))} onChange=${(/** @type {string} */ value) => changeQuery({tab: value})} />
		<section class="tab">
			${tab === '' && html`<${FileOf} file=${data.file} searchedAt=${data.lastSearchTime} path=${`api/library/movies/${data.id}`} titleId=${data.id} onDeleted=${movie.reload} /><${Subtitles} path=${`api/library/movies/${data.id}/subtitles`} titleId=${data.id} hasFile=${data.hasFile} /><${People} ...${data.credits} />`}
			${tab === 'releases' && may('searchReleases') && html`<${Releases} subject=${{movieId: data.id}} />`}
			${tab === 'history' && html`<${HistoryOf} filter=${{movieId: data.id}} />`}
		</section>`}<//>`;
}

/** @param {{movie: Movie, status: import('./why.js').TitleStatus | null}} props */
function Standing({movie, status}) {
	if (movie.hasFile) {
		return html`<${Badge} kind="ok">In the library<//> <${Badge}>${movie.file?.quality}<//>`;
	}
	return status && status.state !== 'there' && html`<${StandingBadge} standing=${status} />`;
}
