import {useRef, useState} from 'preact/hooks';
import {patiently} from '../client/patiently.js';
import {Progress} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {size} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {AddAddress, Addresses} from './addresses.js';
import {programsIn} from './words.js';

/** At most 16 MiB; smaller ones come through proxies that allow less. */
const pieceBytes = 4 * 1024 * 1024;

/** Sends backups in pieces, and plans the move. @param {{onPlanned: () => void}} props */
export function ChooseBackups({onPlanned}) {
	const {client, attempt, notify} = useApp();
	const input = useRef(/** @type {HTMLInputElement | null} */ (null));
	const [files, setFiles] = useState(/** @type {readonly File[]} */ ([]));
	const [sent, setSent] = useState(/** @type {{done: number, total: number} | null} */ (null));
	const [addresses, setAddresses] = useState(/** @type {readonly import('./addresses.js').Address[]} */ ([]));
	const [isAdding, setAdding] = useState(false);
	const isWanted = useRef(false);
	const programs = programsIn(files);
	const isNothing = programs.length === 0 && addresses.length === 0;

	/**
	 * Null if it was broken off.
	 * @param {File} file @param {(bytes: number) => void} onSent @returns {Promise<string | null>}
	 */
	async function send(file, onSent) {
		const {id} = await client.post('api/moves/uploads', {name: file.name, size: file.size});
		for (let offset = 0; offset < file.size; offset += pieceBytes) {
			if (!isWanted.current) {
				await client.remove(`api/moves/uploads/${id}`);
				return null;
			}
			const piece = file.slice(offset, offset + pieceBytes);
			await patiently(() => client.putBytes(`api/moves/uploads/${id}?offset=${offset}`, piece));
			onSent(piece.size);
		}
		return id;
	}

	async function sendAll() {
		const total = programs.flat().reduce((sum, file) => sum + file.size, 0);
		let done = 0;
		setSent({done, total});
		const sources = [];
		for (const group of programs) {
			const uploads = [];
			for (const file of group) {
				uploads.push(
					await send(file, bytes => {
						done += bytes;
						setSent({done, total});
					}),
				);
			}
			sources.push({uploads});
		}
		if (isWanted.current) {
			await client.post('api/moves', {sources: [...sources, ...addresses]});
			onPlanned();
		}
	}

	const choose = (/** @type {any} */ {currentTarget}) => {
		setFiles([...files, ...currentTarget.files]);
		currentTarget.value = '';
	};
	const plan = async () => {
		isWanted.current = true;
		await attempt(sendAll);
		setSent(null);
	};
	const stop = () => {
		isWanted.current = false;
		setSent(null);
		notify('The files are no longer sent.');
	};
	return html`<section class="change">
		<input ref=${input} type="file" hidden multiple accept=".zip,.db,.db-wal,.db-shm,.xml,.yaml,.ini" aria-label="Backups" onChange=${choose} />
		${
			programs.length > 0 &&
			html`<ul class="rows dense" aria-label="Chosen files">${programs.map(
				(group, index) => html`<li class="row" key=${group.map(({name}) => name).join()}>
					<div class="row-head"><p dir="auto" class="renamed">${group.map(({name}) => name).join(', ')}</p>
						<${Button} bare icon="close" label=${`Leave out ${group[0]?.name}`} disabled=${sent !== null}
							onClick=${() => setFiles(files.filter(file => !programs[index]?.includes(file)))} /></div>
					<p class="hint number">${size(group.reduce((sum, file) => sum + file.size, 0))}</p></li>`,
			)}</ul>`
		}
		${files.length > 0 && programs.length === 0 && html`<p class="fault" role="alert">Choose a backup (.zip) or a database (.db).</p>`}
		${
			sent &&
			html`<${Progress} percent=${(100 * sent.done) / Math.max(1, sent.total)} label="Sent" />
				<p class="hint" role="status">${size(sent.done)} of ${size(sent.total)}</p>`
		}
		<${Addresses} addresses=${addresses} onChange=${setAddresses} />
		${isAdding && html`<${AddAddress} onClose=${() => setAdding(false)} onAdd=${(/** @type {import('./addresses.js').Address} */ address) => setAddresses([...addresses, address])} />`}
		<div class="change-actions">
			${
				sent
					? html`<${Button} icon="close" label="Stop" onClick=${stop} />`
					: html`<${Button} icon="up" kind=${isNothing ? 'primary' : 'plain'} label=${programs.length === 0 ? 'Choose backups' : 'Choose more'} onClick=${() => input.current?.click()} />
						<${Button} icon="plus" label="Add an address" onClick=${() => setAdding(true)} />
						${!isNothing && html`<${Button} kind="primary" icon="search" label="Look at them" onClick=${plan} />`}`
			}
		</div>
	</section>`;
}
