import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {counted} from '../parts/text.ts';
import {to} from '../state/route.ts';

/** Folders that are shown at first. */
const few = 10;

/** The title that a folder is named after: without its year, ids and marks. */
export function titleIn(name: string) {
	const plain = name.replaceAll(/[[{][^\]}]*[\]}]/g, ' ').replace(/\((?:19|20)\d\d\).*$/, ' ');
	const words = (/[ ]/.test(plain.trim()) ? plain : plain.replaceAll(/[._]/g, ' ')).replaceAll(/\s+/g, ' ').trim();
	return words || name;
}

/** Folders of a root folder that belong to no title of the library, each with what can be done about it. */
export function UnmappedFolders({folders}: {folders: readonly {name: string; path: string}[]}) {
	const [isWhole, setWhole] = useState(false);
	const shown = isWhole ? folders : folders.slice(0, few);
	return html`<details class="unmapped"><summary>${counted(folders.length, 'folder')} without a title</summary>
		<p class="hint">Add the title of a folder, and its files are added with it. A library adds all of them at once.</p>
		<ul>${shown.map(
			({name, path}) => html`<li key=${path}><bdi>${name}</bdi>
			<span class="row-actions"><a class="button" href=${to(`add${toQuery({title: titleIn(name), folder: path})}`)} aria-label=${`Add the title of ${name}`}>Add</a>
			<a class="button" href=${to(`import${toQuery({path})}`)} aria-label=${`Import files of ${name}`}>Import files</a></span></li>`,
		)}</ul>
		${shown.length < folders.length && html`<${Button} label=${`Show all ${folders.length}`} onClick=${() => setWhole(true)} />`}
	</details>`;
}
