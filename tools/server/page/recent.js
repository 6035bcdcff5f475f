// A map that forgets its oldest entries.

/** @extends {Map<string, any>} */
export class Recent extends Map {
	/** @param {number} most */
	constructor(most) {
		super();
		this.most = most;
	}

	set(name, value) {
		this.delete(name);
		super.set(name, value);
		if (this.size > this.most) this.delete(this.keys().next().value);
		return this;
	}
}
