import {useEffect, useRef, useState} from 'preact/hooks';
import {Problem} from '../client/problem.ts';
import {Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Form, showFirstFault} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {OtherLinks} from '../parts/other-links.ts';
import {type Tested, TestOutcome} from '../parts/test-outcome.ts';
import type {OpenApi, Schema} from '../schema/document.ts';
import {fieldsOf, isForKind} from '../schema/shape.ts';
import {FormField} from './form-field.ts';

interface SchemaFormProps {
	schema: Schema;
	document: OpenApi;
	/** At first. */
	values: Record<string, any>;
	/** On the button that sends it. */
	action: string;
	/** A refusal is shown at the fields that it names. */
	onSubmit: (values: Record<string, any>) => Promise<unknown>;
	onClose?: (() => void) | undefined;
	/** Fields that are always shown; the others are behind “More”. All if not given. */
	first?: readonly string[];
	/** Components for fields that need more than their schema. */
	editors?: Record<string, any>;
	onTest?: ((values: Record<string, any>) => Promise<Tested>) | undefined;
	testLabel?: string;
}

/** A form made from the schema of a body. */
export function SchemaForm(props: SchemaFormProps) {
	const {schema, document, action, onSubmit, onClose, first, editors = {}, onTest, testLabel = 'Test'} = props;
	const [values, setValues] = useState(props.values);
	const [problem, setProblem] = useState<Error | null>(null);
	const [outcome, setOutcome] = useState<Tested | null>(null);
	const form = useRef<HTMLFormElement | null>(null);
	useEffect(() => showFirstFault(form.current), [problem]);
	const isSending = useRef(false);
	const run = async (send: () => Promise<unknown>) => {
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
	const use = (url: string) => {
		setValues(last => ({...last, url}));
		setProblem(null);
	};
	const test = () => run(async () => setOutcome((await onTest?.(values)) ?? {}));
	const fields = fieldsOf(schema).filter(([, part]) => isForKind(part, values));
	const isFirst = (name: string) => !first || first.includes(name);
	const shown = fields.filter(([name]) => isFirst(name)).sort(([a], [b]) => (first ? first.indexOf(a) - first.indexOf(b) : 0));
	const more = fields.filter(([name]) => !isFirst(name));
	const show = ([name, part]: [string, Schema]) => html`<${editors[name] ?? FormField} key=${name} name=${name}
		path=${name} schema=${part} value=${values[name]} values=${values} document=${document} problem=${problem instanceof Problem ? problem : null}
		isRequired=${schema.required?.includes(name) ?? false} onFill=${(some: Record<string, any>) => setValues(last => ({...last, ...some}))} onChange=${(value: unknown) => setValues(last => ({...last, [name]: value}))} />`;
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
