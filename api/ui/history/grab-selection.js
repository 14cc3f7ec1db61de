import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {patiently} from '../client/patiently.js';
import {Button} from '../parts/button.js';
import {Confirm} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {SelectionBar} from '../parts/selection-bar.js';
import {counted, number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {readAll} from '../state/use-picked.js';

/** @typedef {import('../client/types.js').HistoryEntry} HistoryEntry */

/** Grabs of one request, and of one page. */
const together = 100;

/**
 * What can be done with the grabs that were picked.
 * @typedef {object} GrabSelectionProps
 * @property {import('../state/use-picked.js').Picked<HistoryEntry>} picked
 * @property {readonly HistoryEntry[]} shown
 * @property {number | undefined} total
 * @property {Record<string, string | null>} filter
 * @property {() => void} onChange
 *
 * @param {GrabSelectionProps} props
 */
export function GrabSelection({picked, shown, total, filter, onChange}) {
	const {client, attempt, notify} = useApp();
	const [isAsking, setAsking] = useState(false);
	const ids = picked.rows.map(({id}) => id);
	const readGrabs = () =>
		readAll(
			async (/** @type {string | null} */ after) => {
				const {history, next} = await client.get(
					`api/history${toQuery({...filter, event: 'grabbed', limit: together, after: after || null})}`,
				);
				return {rows: history, next};
			},
			'', // the first page
		);
	const mark = async () => {
		let done = 0;
		/** @type {{error: string}[]} */
		const failures = [];
		await attempt(async () => {
			for (let at = 0; at < ids.length; at += together) {
				const some = ids.slice(at, at + together);
				const reply = /** @type {any} */ (await patiently(() => client.post('api/history/bulk-failed', {ids: some})));
				done += reply.updatedCount;
				failures.push(...reply.failures);
			}
			const [first] = failures;
			if (first) {
				notify(`${failures.length === 1 ? '' : `${number(failures.length)} failed. `}${first.error}`, {isError: true});
			}
			return {message: `${counted(done, 'grab')} marked as failed.`};
		});
		setAsking(false);
		picked.choose([]);
		onChange();
	};
	return html`<${SelectionBar} label="Selected grabs" picked=${picked} shown=${shown} total=${total} readAll=${readGrabs}>
		<${Button} icon="ban" kind="danger" label="Mark as failed" disabled=${ids.length === 0} onClick=${() => setAsking(true)} />
		${
			isAsking &&
			html`<${Confirm} title=${`Mark ${counted(ids.length, 'grab')} as failed?`} action="Mark as failed" onConfirm=${mark} onClose=${() => setAsking(false)}>
			<p>They are put on the blocklist, their downloads are removed, and other releases are searched for if their titles are monitored.</p><//>`
		}
	<//>`;
}
