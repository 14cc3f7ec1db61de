import {useState} from 'preact/hooks';
import type {RestoreOutcome} from '../client/schemas.ts';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {counted, moment, number, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';
import {type Backup, RestoreBackup} from './restore-backup.ts';
import {UploadBackup} from './upload-backup.ts';

interface BackupList {
	folder: string;
	accessible: boolean;
	restorable: boolean;
	lastRestore: RestoreOutcome | null;
	backups: Backup[];
	/** Machines that did not answer; an API of the version before does not say it. */
	silent?: string[];
}

const names = ['task:completed', 'task:failed'];

/** Backups are listed, made, downloaded, uploaded and restored. */
export function View() {
	const {client, attempt} = useApp();
	const list: Data<BackupList> = useData('api/backups', {isKept: true});
	useEvents({path: 'api/tasks/stream', names, onEvent: (_name, {taskId}) => taskId === 'backup', read: list.reload, throttleMs: 300});
	const make = () =>
		attempt(() => client.post('api/tasks/backup/run').then(() => null), 'The backup is being written, and is listed here soon.');
	const [restored, setRestored] = useState<string | null>(null);
	const uploaded = (name: string) => {
		list.reload();
		setRestored(name);
	};
	return html`<${ViewHead} title="Backups"><${UploadBackup} onUploaded=${uploaded} />
			<${Button} kind="primary" icon="import" label="Back up now" onClick=${make} /><//>
		<${Loaded} from=${list}>${({folder, accessible, restorable, lastRestore, backups, silent = []}: BackupList) => {
			const chosen = backups.find(({name}) => name === restored);
			const areSeveral = new Set(backups.map(({machine}) => machine)).size > 1;
			return html`
			<p class="hint">Backups are in <code>${folder}</code>. They contain all passwords: keep them safe.</p>
			${silent.length > 0 && html`<p class="hint" role="status">${silent.join(', ')} did not say which backups are there.</p>`}
			${lastRestore && html`<${LastRestore} outcome=${lastRestore} />`}
			${
				backups.length === 0
					? html`<${Empty} icon="folder" title="No backup yet"><p>${accessible ? 'One is made automatically each week, or now if you like.' : 'The first one makes the folder. If the workers run on another machine, the backups are there.'}</p><//>`
					: html`<ul class="rows">${backups.map(each => html`<${Row} key=${each.name} backup=${each} hasMachine=${areSeveral} onRestore=${() => setRestored(each.name)} />`)}</ul>`
			}
			${chosen && html`<${RestoreBackup} backup=${chosen} isPossible=${restorable} last=${lastRestore?.at ?? null} onClose=${() => setRestored(null)} />`}`;
		}}<//>`;
}

function LastRestore({outcome: {name, at, error}}: {outcome: RestoreOutcome}) {
	return error === null
		? html`<p class="hint">Last restored ${moment(at)}, from ${name}.</p>`
		: html`<p class="failure" role="alert">The restore of ${name} failed ${moment(at)}: ${error}</p>`;
}

function Row({
	backup: {name, createdAt, version, byPerson, bytes, movies, series, hasKey, machine},
	hasMachine,
	onRestore,
}: {
	backup: Backup;
	hasMachine: boolean;
	onRestore: () => void;
}) {
	return html`<li class="row record"><div class="record-about">
			<div class="row-head"><h2>${moment(createdAt)}</h2>${!hasKey && html`<${Badge} kind="warn">Without the key<//>`}</div>
			<p class="facts"><span>${counted(movies, 'movie')}, ${number(series)} series</span><span>${size(bytes)}</span><span>version ${version}</span><span>${byPerson ? 'by hand' : 'automatic'}</span>${hasMachine && html`<span>on ${machine}</span>`}</p>
		</div>
		<div class="row-actions">
			<a class="button" href=${`api/backups/${name}/download`} download aria-label=${`Download the backup of ${moment(createdAt)}`}>Download</a>
			<${Button} label="Restore" onClick=${onRestore} />
		</div></li>`;
}
