import {useState} from 'preact/hooks';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {counted, moment, number, size} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';
import {RestoreBackup} from './restore-backup.js';
import {UploadBackup} from './upload-backup.js';

/**
 * @typedef {import('./restore-backup.js').Backup} Backup
 * @typedef {{name: string, at: string, error: string | null}} RestoreOutcome
 * @typedef {object} BackupList
 * @property {string} folder
 * @property {boolean} accessible
 * @property {boolean} restorable
 * @property {RestoreOutcome | null} lastRestore
 * @property {Backup[]} backups
 * @property {string[]} [silent] Machines that did not answer; an API of the version before does not say it.
 */

const names = ['task:completed', 'task:failed'];

/** Backups are listed, made, downloaded, uploaded and restored. */
export function View() {
	const {client, attempt} = useApp();
	/** @type {import('../state/use-data.js').Data<BackupList>} */
	const list = useData('api/backups', {isKept: true});
	useEvents({path: 'api/tasks/stream', names, onEvent: (_name, {taskId}) => taskId === 'backup', read: list.reload, throttleMs: 300});
	const make = () => attempt(() => client.post('api/tasks/backup/run').then(() => null), 'The backup is being written.');
	const [restored, setRestored] = useState(/** @type {string | null} */ (null));
	const uploaded = (/** @type {string} */ name) => {
		list.reload();
		setRestored(name);
	};
	return html`<${ViewHead} title="Backups"><${UploadBackup} onUploaded=${uploaded} />
			<${Button} kind="primary" icon="import" label="Back up now" onClick=${make} /><//>
		<${Loaded} from=${list}>${(/** @type {BackupList} */ {folder, accessible, restorable, lastRestore, backups, silent = []}) => {
			const chosen = backups.find(({name}) => name === restored);
			const areSeveral = new Set(backups.map(({machine}) => machine)).size > 1;
			return html`
			<p class="hint">Backups are in <code>${folder}</code>. They contain all passwords: keep them safe.</p>
			${silent.length > 0 && html`<p class="hint" role="status">${silent.join(', ')} did not say which backups are there.</p>`}
			${lastRestore && html`<${LastRestore} outcome=${lastRestore} />`}
			${
				backups.length === 0
					? html`<${Empty} icon="folder" title=${accessible ? 'No backup yet' : 'No backup visible'}><p>${accessible ? 'One is made automatically each week, or now if you like.' : 'There is no such folder here: the first backup creates it. If the workers run on another machine, look there.'}</p><//>`
					: html`<ul class="rows">${backups.map(each => html`<${Row} key=${each.name} backup=${each} hasMachine=${areSeveral} onRestore=${() => setRestored(each.name)} />`)}</ul>`
			}
			${chosen && html`<${RestoreBackup} backup=${chosen} isPossible=${restorable} last=${lastRestore?.at ?? null} onClose=${() => setRestored(null)} />`}`;
		}}<//>`;
}

/** @param {{outcome: RestoreOutcome}} props */
function LastRestore({outcome: {name, at, error}}) {
	return error === null
		? html`<p class="hint">Last restored ${moment(at)}, from ${name}.</p>`
		: html`<p class="failure" role="alert">The restore of ${name} failed ${moment(at)}: ${error}</p>`;
}

/** @param {{backup: Backup, hasMachine: boolean, onRestore: () => void}} props */
function Row({backup: {name, createdAt, version, madeBy, bytes, movies, series, hasKey, machine}, hasMachine, onRestore}) {
	return html`<li class="row record"><div class="record-about">
			<div class="row-head"><h2>${moment(createdAt)}</h2>${!hasKey && html`<${Badge} kind="warn">Without the key<//>`}</div>
			<p class="facts"><span>${counted(movies, 'movie')}, ${number(series)} series</span><span>${size(bytes)}</span><span>version ${version}</span><span>${madeBy === 'schedule' ? 'automatic' : 'by hand'}</span>${hasMachine && html`<span>on ${machine}</span>`}</p>
		</div>
		<div class="row-actions">
			<a class="button" href=${`api/backups/${name}/download`} download aria-label=${`Download the backup of ${moment(createdAt)}`}>Download</a>
			<${Button} label="Restore" onClick=${onRestore} />
		</div></li>`;
}
