/*
 * The page: Preact with htm. `api/page/bundle.ts` makes one script of all modules.
 *
 *   app/      the shell: navigation, login, notices; `app/views.js` is the list of views
 *   client/   requests and event streams of the API, problems, types of replies
 *   state/    what outlives a view: session, connection, notices; `useData`, `useLocation`
 *   worker/   what all tabs share: the event streams
 *   parts/    components that know nothing of the API
 *   styles/   one style sheet per subject, sent as one in the order of their names; colors are in `0-tokens.css`
 *   others    one folder per subject, with its views
 *
 * A view is made in two steps. Write `subject/name.js`, which exports a component `View`:
 *
 *   export function View({params, query}) {
 *       const tags = useData('api/tags');                 // reads, and reads again after an outage
 *       const {client, attempt} = useApp();
 *       const add = () => attempt(() => client.post('api/tags', {name: 'new'}), 'Added.');   // failures become notices
 *       return html`<${ViewHead} title="Tags"><${Button} label="Add" onClick=${add} /><//>
 *           <${Loaded} from=${tags}>${data => …}<//>`;
 *   }
 *
 * Then add a row to `app/views.js`: its path (`tags/:id`), title, icon and group in the
 * navigation, and how it is loaded.
 * A form keeps the `Problem` of its last attempt and shows `problem.of('name')` at the field with that name.
 */
import {render} from 'preact';
import {App} from './app/app.js';
import {html} from './parts/html.js';
import {AppContext, createAppState} from './state/app-state.js';

const root = document.getElementById('app');
if (root) {
	root.replaceChildren(); // the line that stands there until the script is loaded
	render(html`<${AppContext.Provider} value=${createAppState()}><${App} /><//>`, root);
}
