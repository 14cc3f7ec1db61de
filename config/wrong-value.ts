/** A variable whose value is wrong, and one line that says what is allowed. */
export interface WrongValue {
	name: string;
	message: string;
}
