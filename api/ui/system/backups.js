import {useState} from 'preact/hooks';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {counted, moment, number, size} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';

/**
 * @typedef {object} Backup
 * @property {string} name
 * @property {string} createdAt
 * @property {string} version
 * @property {'schedule' | 'person'} madeBy
 * @property {number} bytes
 * @property {number} movies
 * @property {number} series
 * @property {boolean} hasKey
 * @property {string} restoreCommand
 *
 * @typedef {{folder: string, accessible: boolean, backups: Backup[]}} BackupList
 */

const names = ['task:completed', 'task:failed'];

/** Backups are listed, made and downloaded; restoring one needs a stopped service. */
export function View() {
	const {client, attempt} = useApp();
	/** @type {import('../state/use-data.js').Data<BackupList>} */
	const list = useData('api/backups');
	useEvents({path: 'api/tasks/stream', names, onEvent: (_name, {taskId}) => taskId === 'backup', read: list.reload, throttleMs: 300});
	const make = () => attempt(() => client.post('api/tasks/backup/run').then(() => null), 'The backup is being written.');
	return html`<${ViewHead} title="Backups"><${Button} kind="primary" icon="import" label="Back up now" onClick=${make} /><//>
		<${Loaded} from=${list}>${(/** @type {BackupList} */ {folder, backups}) => html`
			<p class="hint">Backups are in <code>${folder}</code>. They contain all passwords: keep them safe.</p>
			${
				backups.length === 0
					? html`<${Empty} icon="folder" title="No backup yet"><p>One is made automatically each week, or now if you like.</p><//>`
					: html`<ul class="rows">${backups.map(each => html`<${Row} key=${each.name} backup=${each} />`)}</ul>`
			}`}<//>`;
}

/** @param {{backup: Backup}} props */
function Row({backup: {name, createdAt, version, madeBy, bytes, movies, series, hasKey, restoreCommand}}) {
	const [isOpen, setOpen] = useState(false);
	return html`<li class="row record"><div class="record-about">
			<div class="row-head"><h2>${moment(createdAt)}</h2>${!hasKey && html`<${Badge} kind="warn">Without the key<//>`}</div>
			<p class="facts"><span>${size(bytes)}</span><span>${counted(movies, 'movie')}, ${number(series)} series</span><span>version ${version}</span><span>${madeBy === 'schedule' ? 'automatic' : 'by hand'}</span></p>
			${isOpen && html`<p class="hint">Stop the service, then run this where it is installed:</p><pre class="command"><code>${restoreCommand}</code></pre>`}
		</div>
		<div class="row-actions">
			<a class="button" href=${`api/backups/${name}/download`} download aria-label=${`Download the backup of ${moment(createdAt)}`}>Download</a>
			<${Button} label="Restore" expanded=${isOpen} onClick=${() => setOpen(!isOpen)} />
		</div></li>`;
}
