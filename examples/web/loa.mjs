// Values of positions from the program's bytes, in a page and in node.
export async function load(bytes) {
    const { room, probe, answer, memory } = (await WebAssembly.instantiate(bytes)).instance.exports
    return (position) => {
        const question = new TextEncoder().encode(position)
        const at = room(question.length)
        new Uint8Array(memory.buffer, at, question.length).set(question)
        const length = probe()
        return new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length))
    }
}
