/** @typedef {import('../schema/document.js').Schema} Schema */

/**
 * @typedef {object} FormFieldProps
 * @property {string} name
 * @property {string} path In the body, as problems name it: `items[0].quality`.
 * @property {Schema} schema
 * @property {any} value
 * @property {(value: any) => void} onChange
 * @property {boolean} [isRequired]
 * @property {Record<string, any>} [values] Of the whole form.
 * @property {import('../client/problem.js').Problem | null} problem
 * @property {import('../schema/document.js').OpenApi} document
 */

/**
 * @typedef {object} InputProps What the field for one kind of value is given.
 * @property {Schema} schema
 * @property {boolean} isNullable
 * @property {boolean} isRequired
 * @property {any} value
 * @property {(value: any) => void} onChange
 * @property {string} label
 * @property {string} [hint]
 * @property {string | undefined} [fault]
 */

export {};
