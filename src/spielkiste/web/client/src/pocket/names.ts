// What the offline app is called in the browser that keeps it: whoever erases must find the same.
export const DATABASE = "spielkiste";
export const WRITER_LOCK = "spielkiste-writer"; // held by the one page that writes
