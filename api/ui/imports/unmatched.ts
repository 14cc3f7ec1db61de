import {query as toQuery} from '../client/client.ts';
import type {UnmatchedFile} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Empty, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {capital, size, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {pageOf, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

interface FilesPage {
	files: UnmatchedFile[];
	pagination: Pagination;
}

/** What the reasons mean for who mends them. */
const reasons: Readonly<Record<string, string>> = {
	name_unreadable: 'The name does not say which title it is.',
	not_found: 'The metadata provider knows no title of this name.',
	ambiguous: 'Several titles match the name.',
	duplicate: 'The title has another file already.',
	excluded: 'The title is excluded.',
	no_episode: 'The series has no such episode.',
	look_up_failed: 'The metadata provider did not answer. The next scan tries again.',
};

const nothing = html`<${Empty} icon="check" title="Every file is matched"><p>What the scan of this library cannot match is listed here.</p><//>`;

/** Files in the folder of a library that belong to no title of it. */
export function View({params, query}: ViewProps) {
	const path = `api/libraries/${encodeURIComponent(params['id'] ?? '')}`;
	const page = pageOf(query);
	const library: Data<{name: string}> = useData(path);
	const list: Data<FilesPage> = useData(`${path}/unmatched${toQuery({page, limit: 50})}`);
	const total = list.data?.pagination.total;
	return html`<${ViewHead} title="Unmatched files" count=${[library.data?.name, total].filter(Boolean).join(', ')} />
		<${Loaded} from=${list}>${({files, pagination}: FilesPage) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${files.length} empty=${nothing}>
				<ul class="rows">${files.map(file => html`<${FileRow} key=${file.id} file=${file} path=${path} onMatched=${list.reload} />`)}</ul><//>`}<//>`;
}

function FileRow({file, path, onMatched}: {file: UnmatchedFile; path: string; onMatched: () => void}) {
	const {client, attempt} = useApp();
	const cut = file.path.lastIndexOf('/');
	const match = (metaId: number) => async () => {
		await attempt(() => client.post(`${path}/unmatched/${encodeURIComponent(file.id)}/match`, {metaId}));
		onMatched();
	};
	return html`<li class="row record">
		<div class="record-about">
			<div class="row-head"><h2><${ReleaseName} name=${file.path.slice(cut + 1)} /></h2></div>
			<p class="facts"><span class="number">${size(file.size)}</span><span class="path">${file.path.slice(0, cut) || '/'}</span></p>
			${file.reason && html`<ul class="reasons"><li>${reasons[file.reason] ?? capital(words(file.reason))}</li></ul>`}
		</div>
		<div class="row-actions">
			${file.candidates.map(
				({metaId, title, year}) =>
					html`<${Button} key=${metaId} label=${`It is ${title}${year ? ` (${year})` : ''}`} onClick=${match(metaId)} />`,
			)}
			<a class="button" href=${to(`import?path=${encodeURIComponent(file.path.slice(0, cut) || '/')}`)}>Import by hand</a>
		</div>
	</li>`;
}
