import {ViewHead} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {operationOf, useDocument} from '../schema/document.ts';
import {to} from '../state/route.ts';
import {groups} from './sections.ts';

/** All pages of the settings that this service has. */
export function View() {
	const document = useDocument();
	// The links are known before the service has said which lists it has.
	const has = (path: string) => document.data === null || operationOf(document.data, 'get', path) !== null;
	return html`<${ViewHead} title="Settings" />
		<div class="sections">${groups.map(
			({title, sections}) => html`<section key=${title}><h2>${title}</h2><ul class="rows">
			${sections
				.filter(({resource}) => !resource || has(resource.path))
				.map(
					each =>
						html`<li key=${each.path} class="row"><a href=${to(each.isView ? each.path : `settings/${each.path}`)}>${each.title}</a><p class="hint">${each.about}</p></li>`,
				)}
		</ul></section>`,
		)}</div>`;
}
