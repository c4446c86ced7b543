internal import PhotoModel
