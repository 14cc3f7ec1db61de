import type {RootFolder, Title} from '../client/types.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {useKnownLibraries} from '../state/choices.ts';
import {goTo, to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

/**
 * The copies of a title, each in its own library, and the libraries that may get one. Nothing for households whose
 * only library has it.
 */
export function Versions({kind, title}: {kind: 'movies' | 'series'; title: Title}) {
	const {client, attempt, may} = useApp();
	const libraries = useKnownLibraries(kind);
	const folders: Data<{rootFolders: RootFolder[]}> = useData('api/root-folders');
	const {copies = []} = title;
	if (libraries === null || folders.data === null) {
		return null; // what is not known yet would be called something else for a moment
	}
	// The film that lies in the folder of a library is no second copy for it.
	const rootId = title.libraryId === null ? folders.data.rootFolders.find(({path}) => path === title.rootFolderPath)?.id : undefined;
	const home = libraries.find(({rootFolderId}) => rootFolderId === rootId);
	const free = libraries.filter(
		({id, enabled}) => may('addTitles') && enabled && id !== home?.id && !copies.some(({libraryId}) => libraryId === id),
	);
	if (copies.length < 2 && free.length === 0) {
		return null;
	}
	const nameOf = (id: string | null) => {
		const library = libraries.find(each => each.id === id) ?? (id === null ? home : undefined);
		return library ? `${library.name}${id === null ? ' (not in a library)' : ''}` : 'Not in a library';
	};
	const add = (libraryId: string) =>
		attempt(async () => {
			const added = await client.post(`api/library/${kind}`, {
				metaId: title.metaId,
				libraryId,
				monitored: title.monitored,
				searchOnAdd: title.monitored,
			});
			goTo(`${kind}/${added.id}`);
			return added;
		});
	return html`<div class="versions">
		${
			copies.length > 1 &&
			html`<nav class="tabs" aria-label="Copies in other libraries">${copies.map(
				({id, libraryId}) =>
					html`<a key=${id} href=${to(`${kind}/${id}`)} aria-current=${id === title.id ? 'page' : undefined}>${nameOf(libraryId)}</a>`,
			)}</nav>`
		}
		${free.map(({id, name}) => html`<button key=${id} type="button" class="chip" onClick=${() => add(id)}>Add to ${name} too</button>`)}
	</div>`;
}
