import type {RootFolder, Title} from '../client/types.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {useKnownLibraries} from '../state/choices.ts';
import {goTo, to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

interface Copy {
	libraryId: string | null;
	/** An API of the version before does not say it. */
	path?: string;
}

/**
 * The copies of a title, each in its own library, and the libraries that may get one. Nothing for households whose
 * only library has it.
 */
export function Versions({kind, title, onChange}: {kind: 'movies' | 'series'; title: Title; onChange: () => void}) {
	const {client, attempt, may} = useApp();
	const libraries = useKnownLibraries(kind);
	const folders: Data<{rootFolders: RootFolder[]}> = useData('api/root-folders');
	const {copies = []} = title;
	if (libraries === null || folders.data === null) {
		return null; // what is not known yet would be called something else for a moment
	}
	// The film that lies in the folder of a library is no second copy for it.
	const homeOf = ({libraryId, path = ''}: Copy) => {
		const at = folders.data?.rootFolders.filter(each => path.startsWith(`${each.path}/`)).map(({id}) => id) ?? [];
		return libraries.find(({id, rootFolderId}) => (libraryId === null ? at.includes(rootFolderId) : id === libraryId));
	};
	const home = title.libraryId === null ? homeOf(title) : undefined;
	const free = libraries.filter(
		({id, enabled}) => may('addTitles') && enabled && id !== home?.id && !copies.some(({libraryId}) => libraryId === id),
	);
	/** It lies in the folder of this library, which does not know it. */
	const unknownTo = home && may('editTitles') && home.enabled && !copies.some(({libraryId}) => libraryId === home.id) ? home : null;
	if (copies.length < 2 && free.length === 0 && !unknownTo) {
		return null;
	}
	const nameOf = (copy: Copy) => {
		const library = homeOf(copy);
		const isSecond = copy.libraryId === null && copies.some(({libraryId}) => libraryId === library?.id);
		return library ? `${library.name}${isSecond ? ' (not in a library)' : ''}` : 'Not in a library';
	};
	const join = (libraryId: string, name: string) =>
		attempt(async () => {
			await client.put(`api/library/${kind}/${title.id}`, {libraryId});
			onChange();
			return null;
		}, `It is in ${name} now.`);
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
				copy =>
					html`<a key=${copy.id} href=${to(`${kind}/${copy.id}`)} aria-current=${copy.id === title.id ? 'page' : undefined}>${nameOf(copy)}</a>`,
			)}</nav>`
		}
		${unknownTo && html`<button type="button" class="chip" onClick=${() => join(unknownTo.id, unknownTo.name)}>Put into ${unknownTo.name}</button>`}
		${free.map(({id, name}) => html`<button key=${id} type="button" class="chip" onClick=${() => add(id)}>Add to ${name} too</button>`)}
	</div>`;
}
