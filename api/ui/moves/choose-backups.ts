import {useRef, useState} from 'preact/hooks';
import {sendFile} from '../client/send-file.ts';
import {Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {AddAddress, type Address, Addresses} from './addresses.ts';
import {programsIn} from './words.ts';

/** Sends backups in pieces, and plans the move. */
export function ChooseBackups({onPlanned}: {onPlanned: () => void}) {
	const {client, attempt, notify} = useApp();
	const input = useRef<HTMLInputElement | null>(null);
	const [files, setFiles] = useState<readonly File[]>([]);
	const [sent, setSent] = useState<{done: number; total: number} | null>(null);
	const [addresses, setAddresses] = useState<readonly Address[]>([]);
	const [isAdding, setAdding] = useState(false);
	const isWanted = useRef(false);
	const programs = programsIn(files);
	const isNothing = programs.length === 0 && addresses.length === 0;

	async function sendAll() {
		const total = programs.flat().reduce((sum, file) => sum + file.size, 0);
		let done = 0;
		setSent({done, total});
		const sources = [];
		for (const group of programs) {
			const uploads = [];
			for (const file of group) {
				const before = done;
				const onSent = (bytes: number) => setSent({done: before + bytes, total});
				uploads.push(await sendFile('api/moves/uploads', file, {client, isWanted: () => isWanted.current, onSent}));
				done += file.size;
			}
			sources.push({uploads});
		}
		if (isWanted.current) {
			await client.post('api/moves', {sources: [...sources, ...addresses]});
			onPlanned();
		}
	}

	const choose = ({currentTarget}: FieldEvent) => {
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
		${isAdding && html`<${AddAddress} onClose=${() => setAdding(false)} onAdd=${(address: Address) => setAddresses([...addresses, address])} />`}
		<div class="change-actions">
			${
				sent
					? html`<${Button} icon="close" label="Stop" onClick=${stop} />`
					: html`<${Button} icon="upload" kind=${isNothing ? 'primary' : 'plain'} label=${programs.length === 0 ? 'Choose backups' : 'Choose more'} onClick=${() => input.current?.click()} />
						<${Button} icon="plus" label="Add an address" onClick=${() => setAdding(true)} />
						${!isNothing && html`<${Button} kind="primary" icon="search" label="Look at them" onClick=${plan} />`}`
			}
		</div>
	</section>`;
}
