import {html} from '../parts/html.ts';
import type {ViewProps} from '../state/route.ts';
import {Library} from './library.ts';

export const View = ({query}: ViewProps) => html`<${Library} kind="series" heading="Series" query=${query} />`;
