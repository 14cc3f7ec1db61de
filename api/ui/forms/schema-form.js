import {useEffect, useRef, useState} from 'preact/hooks';
import {Problem} from '../client/problem.js';
import {Failure} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Form, showFirstFault} from '../parts/form.js';
import {html} from '../parts/html.js';
import {OtherLinks} from '../parts/other-links.js';
import {TestOutcome} from '../parts/test-outcome.js';
import {fieldsOf, isForKind} from '../schema/shape.js';
import {FormField} from './form-field.js';

/**
 * @typedef {object} SchemaFormProps
 * @property {import('../schema/document.js').Schema} schema
 * @property {import('../schema/document.js').OpenApi} document
 * @property {Record<string, any>} values At first.
 * @property {string} action On the button that sends it.
 * @property {(values: Record<string, any>) => Promise<unknown>} onSubmit A refusal is shown at the fields that it names.
 * @property {(() => void) | undefined} [onClose]
 * @property {readonly string[]} [first] Fields that are always shown; the others are behind “More”. All if not given.
 * @property {readonly string[]} [leaveOut]
 * @property {Record<string, any>} [editors] Components for fields that need more than their schema.
 * @property {((values: Record<string, any>) => Promise<import('../parts/test-outcome.js').Tested>) | undefined} [onTest]
 * @property {string} [testLabel]
 */

/** A form made from the schema of a body. @param {SchemaFormProps} props */
export function SchemaForm(props) {
	const {schema, document, action, onSubmit, onClose, first, leaveOut = [], editors = {}, onTest, testLabel = 'Test'} = props;
	const [values, setValues] = useState(props.values);
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const [outcome, setOutcome] = useState(/** @type {import('../parts/test-outcome.js').Tested | null} */ (null));
	const form = useRef(/** @type {HTMLFormElement | null} */ (null));
	useEffect(() => showFirstFault(form.current), [problem]);
	const isSending = useRef(false);
	const run = async (/** @type {() => Promise<unknown>} */ send) => {
		if (isSending.current) {
			return;
		}
		isSending.current = true;
		setOutcome(null);
		try {
			await send();
			setProblem(null);
		} catch (failure) {
			setProblem(failure instanceof Error ? failure : new Error(String(failure)));
		} finally {
			isSending.current = false;
		}
	};
	const use = (/** @type {string} */ url) => {
		setValues(last => ({...last, url}));
		setProblem(null);
	};
	const test = () => run(async () => setOutcome((await onTest?.(values)) ?? {}));
	const fields = fieldsOf(schema).filter(([name, part]) => !leaveOut.includes(name) && isForKind(part, values));
	const isFirst = (/** @type {string} */ name) => !first || first.includes(name);
	const shown = fields.filter(([name]) => isFirst(name)).sort(([a], [b]) => (first ? first.indexOf(a) - first.indexOf(b) : 0));
	const more = fields.filter(([name]) => !isFirst(name));
	const show = (
		/** @type {[string, import('../schema/document.js').Schema]} */ [name, part],
	) => html`<${editors[name] ?? FormField} key=${name} name=${name}
		path=${name} schema=${part} value=${values[name]} values=${values} document=${document} problem=${problem instanceof Problem ? problem : null}
		isRequired=${schema.required?.includes(name) ?? false} onFill=${(/** @type {Record<string, any>} */ some) => setValues(last => ({...last, ...some}))} onChange=${(/** @type {unknown} */ value) => setValues(last => ({...last, [name]: value}))} />`;
	const isNamed = problem instanceof Problem && !problem.isBeyond(fields.map(([name]) => name));
	return html`<${Form} class="form schema-form" innerRef=${form} novalidate onSubmit=${() => run(() => onSubmit(values))}>
		${shown.map(show)}
		${more.length > 0 && html`<details><summary>More settings</summary><div class="form">${more.map(show)}</div></details>`}
		${problem && !isNamed && html`<${Failure} error=${problem} /><${OtherLinks} error=${problem} onChoose=${use} />`}
		${outcome && html`<${TestOutcome} tested=${outcome} />`}
		<footer class="actions">
			${onTest && html`<${Button} icon="bolt" label=${testLabel} onClick=${test} />`}
			${onClose && html`<${Button} label="Cancel" onClick=${onClose} />`}
			<${Button} type="submit" kind="primary" label=${action} />
		</footer>
	<//>`;
}
