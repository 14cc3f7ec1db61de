import type {Problem} from '../client/problem.ts';
import type {OpenApi, Schema} from '../schema/document.ts';

export interface FormFieldProps {
	name: string;
	/** In the body, as problems name it: `items[0].quality`. */
	path: string;
	schema: Schema;
	value: any;
	onChange: (value: any) => void;
	isRequired?: boolean;
	/** Of the whole form. */
	values?: Record<string, any>;
	problem: Problem | null;
	document: OpenApi;
}

/** What the field for one kind of value is given. */
export interface InputProps {
	schema: Schema;
	isNullable: boolean;
	isRequired: boolean;
	value: any;
	onChange: (value: any) => void;
	label: string;
	hint?: string;
	fault?: string | undefined;
}
