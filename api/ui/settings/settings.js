import {Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {operationOf, useDocument} from '../schema/document.js';
import {to} from '../state/route.js';
import {groups} from './sections.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/** All pages of the settings that this service has. */
export function View() {
	const document = useDocument();
	return html`<${ViewHead} title="Settings" />
		<${Loaded} from=${document}>${(/** @type {OpenApi} */ api) =>
			html`<div class="sections">${groups.map(
				({title, sections}) => html`<section key=${title}><h2>${title}</h2><ul class="rows">
			${sections
				.filter(({resource}) => !resource || operationOf(api, 'get', resource.path))
				.map(
					each =>
						html`<li key=${each.path} class="row"><a href=${to(each.isView ? each.path : `settings/${each.path}`)}>${each.title}</a><p class="hint">${each.about}</p></li>`,
				)}
		</ul></section>`,
			)}</div>`}<//>`;
}
